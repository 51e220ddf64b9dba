import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from './accounts.ts';
import type { DemoOptions } from './load.ts';

/** Loads the demo's people, places and jewels once. Its code is large, and needed at one start only. */
export async function loadDemo(options: DemoOptions): Promise<void> {
  const loader = await import('./load.ts');
  await loader.loadDemo(options);
}

/** The lines that tell a visitor of the demo how to sign in. */
export function describeDemoAccounts(): string {
  const rows = DEMO_ACCOUNTS.map((account) => `  ${account.email.padEnd(20)} ${whoIs(account)}`);
  return [`demo accounts, all with the password ${DEMO_PASSWORD}:`, ...rows].join('\n');
}

function whoIs({ name, type, siteCode }: DemoAccount): string {
  return siteCode === null ? `${name}, ${type}` : `${name}, ${type} at ${siteCode}`;
}
