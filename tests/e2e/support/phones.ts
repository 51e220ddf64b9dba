import { readFileSync } from 'node:fs';
import { openPhones, type CaughtText } from '../../mail-catcher/phones.ts';
import { colleague } from './caller.ts';
import { systemUrl } from './system.ts';

const secret = readFileSync(new URL('../../mail-catcher/secret.txt', import.meta.url), 'utf8').trim();

/** What clients of the demo write on their phones: the gateway hands it over signed. */
export const phones = openPhones({ secret, inboundUrl: `${systemUrl}/api/messages/inbound` });

/** What the demo's gateway took for a number, the newest first. */
export async function textsTo(number: string): Promise<readonly CaughtText[]> {
  const admin = await colleague('admin');
  const { caught_at: at } = await admin.get<{ caught_at: string }>('/system/messages');
  const texts: readonly CaughtText[] = JSON.parse(await (await fetch(`${at}/texts.json`)).text());
  return texts.filter(({ to }) => to.replaceAll(/[^+\d]/g, '') === number);
}
