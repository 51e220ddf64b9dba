import { DEMO_ACCOUNTS } from '../../demo/accounts.ts';
import { startIdentityProvider, type Person } from './provider.ts';

/** The demo's identity provider as a process: its `PORT`, and `PUBLIC_URL` of the product. */
const people = DEMO_ACCOUNTS.flatMap(({ email, name, password }): Person[] =>
  password === null ? [] : [{ email, name, password }],
);
const provider = await startIdentityProvider({
  port: Number(process.env['PORT'] ?? 0),
  redirectUri: `${process.env['PUBLIC_URL'] ?? 'http://localhost:3000'}/login`,
  people,
});
process.once('SIGTERM', () => void provider.stop().then(() => process.exit(0)));

console.log(`the identity provider is at ${provider.issuer}`);
