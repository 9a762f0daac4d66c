/** JSON from the server; an error that it answers has its `status`, a broken connection has none. */
export async function fetched(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } });
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
  return answer.json();
}
