// Before anything is drawn: the scheme that the reader has chosen. Loaded without defer, so that no page flashes.
{
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("site.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* nothing is kept in a private window */ }
}
