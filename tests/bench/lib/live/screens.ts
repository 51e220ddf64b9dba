import { WHS } from '@atelier/application/commands/testing-commands.ts';
import type { LiveInstallation } from './installation.ts';
import type { ScreenSpec } from './messages.ts';

/** Of a hundred screens, so many show the warehouse; the others a shop each. */
const PERCENT_AT_WAREHOUSE = 1;
const SCREENS_PER_SESSION = 40;
/** One screen of so many keeps what it was sent, to be compared. */
const CHECKED_EVERY = 40;

/** The screens of an installation, spread over its nodes; without shops everybody stands in the warehouse. */
export async function planScreens(
  installation: LiveInstallation,
  urls: readonly string[],
  count: number,
): Promise<readonly ScreenSpec[]> {
  const { stores } = installation;
  const tokens = tokenSource(installation);
  const specs: ScreenSpec[] = [];
  for (let index = 0; index < count; index += 1) {
    const isAtWarehouse = stores.length === 0 || index % 100 < PERCENT_AT_WAREHOUSE;
    const where = isAtWarehouse ? WHS : (stores[index % stores.length] ?? WHS);
    specs.push({
      ...(await common(tokens, where, index, urls)),
      topics: [isAtWarehouse ? siteTopic : `store:${where}`],
      isChecked: index % CHECKED_EVERY === 1,
      isSlow: false,
    });
  }
  return specs;
}

/** Screens of administrators who subscribe to everything there is, and read nothing. */
export async function planSlow(
  installation: LiveInstallation,
  urls: readonly string[],
  count: number,
): Promise<readonly ScreenSpec[]> {
  const tokens = tokenSource(installation);
  const specs: ScreenSpec[] = [];
  const topics = [siteTopic, ...installation.stores.slice(0, 99).map((store) => `store:${store}`)];
  for (let index = 0; index < count; index += 1) {
    specs.push({ ...(await common(tokens, 'admin', index, urls)), topics, isChecked: false, isSlow: true });
  }
  return specs;
}

/** The same screens at the bare broadcast's processes. */
export const atBare = (screens: readonly ScreenSpec[], urls: readonly string[]): readonly ScreenSpec[] =>
  screens.map((screen, index) => ({ ...screen, kind: 'bare', url: of(urls, index), isChecked: false }));

/** To whom the scan of each piece in turn is shown: its shop, and the warehouse. */
export const audiencesOf = ({ stores, pieces }: LiveInstallation): readonly (readonly string[])[] =>
  pieces.map(({ storeId }) => (stores.length === 0 ? [siteTopic] : [`store:${storeId}`, siteTopic]));

const siteTopic = `site:${WHS}`;

async function common(
  tokens: (who: number | 'admin') => Promise<string>,
  who: number | 'admin',
  index: number,
  urls: readonly string[],
): Promise<Pick<ScreenSpec, 'url' | 'kind' | 'token' | 'address'>> {
  const address = `10.${1 + Math.floor(index / 5_000)}.${Math.floor(index / 20) % 250}.1`;
  return { url: of(urls, index), kind: 'live', token: await tokens(who), address };
}

function of(urls: readonly string[], index: number): string {
  return urls[index % urls.length] ?? '';
}

/** A session for every so many screens: a node takes fifty of one session. */
function tokenSource({ signIn }: LiveInstallation): (who: number | 'admin') => Promise<string> {
  const sessions = new Map<number | 'admin', { readonly token: string; left: number }>();
  return async (who) => {
    const known = sessions.get(who);
    const session =
      known !== undefined && known.left > 0 ? known : { token: await signIn(who), left: SCREENS_PER_SESSION };
    session.left -= 1;
    sessions.set(who, session);
    return session.token;
  };
}
