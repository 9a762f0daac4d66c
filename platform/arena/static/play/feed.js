/**
 * What happens at a table: the server says by an event that there is something new, and the page asks for it. Where events
 * do not come (a proxy keeps them back, the server is restarted), the page asks every two seconds.
 */

const POLL = 2000; // milliseconds, while no events come
const CALM = 20_000; // while they do: it also tells the server that somebody is here

export class Feed {
  /** @param listens whether others move; alone against a quick computer nothing happens by itself.
   * @param have() how many frames the page has; @param take(news) what it does with more. */
  constructor({ news, events, listens, have, take }) {
    Object.assign(this, { news, events, listens, have, take, tag: null, source: null, live: false, timer: null, asking: false, again: false });
  }

  start() {
    if (!this.listens) return;
    this.stopped = false;
    this.source = new EventSource(this.events);
    this.source.addEventListener("here", () => { this.live = true; this.look(); });
    this.source.addEventListener("changed", () => this.look());
    this.source.addEventListener("error", () => { this.live = false; this.plan(); });
    document.addEventListener("visibilitychange", () => document.hidden || this.stopped || this.look());
    this.plan();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.source?.close();
  }

  plan() {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.look(), this.live ? CALM : POLL);
  }

  /** Ask for what is new; a wish that comes meanwhile is asked afterwards. */
  async look() {
    if (this.asking) { this.again = true; return; }
    this.asking = true;
    try {
      const address = new URL(this.news, location.href);
      address.searchParams.set("after", this.have());
      const answer = await fetch(address, { headers: this.tag ? { "if-none-match": this.tag } : {} });
      if (answer.status === 200) {
        this.tag = answer.headers.get("etag");
        this.take(await answer.json());
      }
      if (answer.status === 404) this.stop(); // the table was removed
    } catch { /* the network is away: asked again soon */ }
    this.asking = false;
    if (this.again) { this.again = false; this.look(); } else this.plan();
  }
}
