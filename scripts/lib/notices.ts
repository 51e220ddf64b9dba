import type { NoticeMessage } from '@atelier/application/platform/parent-channel.ts';

/** What services say of things they need: one line when such a thing goes away and one when it is back, whatever number of services say so. */
export class Notices {
  readonly #print: (line: string) => void;
  readonly #own: string | undefined;
  /** Names of the services that miss a thing, by the thing. */
  readonly #missing = new Map<string, Set<string>>();

  /** `own` names what the start itself watches and reports. */
  constructor(print: (line: string) => void, own?: string) {
    this.#print = print;
    this.#own = own;
  }

  take(service: string, { about, sentence, isOver }: NoticeMessage): void {
    if (about === this.#own) return;
    const known = this.#missing.get(about);
    const services = known ?? new Set();
    if (isOver) services.delete(service);
    else services.add(service);
    const isOut = services.size > 0;
    if (isOut) this.#missing.set(about, services);
    else this.#missing.delete(about);
    if (isOut !== (known !== undefined)) this.#print(sentence);
  }

  /** Before a service starts again: its new process misses nothing yet. */
  forget(service: string): void {
    for (const [about, services] of this.#missing) {
      services.delete(service);
      if (services.size === 0) this.#missing.delete(about);
    }
  }
}
