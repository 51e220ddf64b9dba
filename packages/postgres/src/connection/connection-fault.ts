import { describeError, Fault } from '../fault.ts';
import { parseAddress, placeOf } from './address.ts';

/** By the code of the failure: the system's, TLS's or PostgreSQL's. `$` stands for the setting's name. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start it, or correct host and port in $',
  ENOTFOUND: 'its host name is not known here, correct it in $',
  EAI_AGAIN: 'its host name is not known here, correct it in $ or see whether name resolution works',
  EHOSTUNREACH: 'see whether this machine has a way to that host, or correct it in $',
  ENETUNREACH: 'see whether this machine has a way to that host, or correct it in $',
  '28P01': 'correct the password in $',
  '28000': 'let this login in with a line of pg_hba.conf, or name another one in $',
  '3D000': 'make that database, or correct its name in $',
  '42501': 'grant this login CONNECT on that database, or name another one in $',
  '53300': 'it has no connection left, raise its max_connections or stop what holds them',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'name its certificate as sslrootcert in $',
  SELF_SIGNED_CERT_IN_CHAIN: 'name the certificate of its authority as sslrootcert in $',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'name the certificate of its authority as sslrootcert in $',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'name the certificate of its authority as sslrootcert in $',
  CERT_HAS_EXPIRED: 'renew its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name it in $ as its certificate does',
};

/** By the driver's message, for failures without a code. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [
    /no encryption/,
    'it lets this login in by TLS only or not at all, add sslmode=verify-full to $ or a line for it to pg_hba.conf',
  ],
  [/does not support SSL/, 'it has no TLS, leave sslmode out of $ or turn on ssl there'],
  [
    /timeout|timed out/i,
    'nothing answers there, see whether it runs and whether a firewall lets this machine in',
  ],
  [/URI malformed/, 'percent-encode the characters of its password in $'],
];

/**
 * What keeps a PostgreSQL from being used, as a sentence that names the server without login and password.
 * `setting` is the variable that holds the address.
 */
export function connectionFault(setting: string, address: string, error: unknown): Fault {
  // Node's own hint after a semicolon is for those who wrote the program.
  const reason = describeError(error).replace(/; if the root CA is installed locally.*$/, '');
  const [, said] = SAID.find(([pattern]) => pattern.test(reason)) ?? [];
  const advice = said ?? ADVICE[codeOf(error)] ?? 'start it, or correct $';
  const sentence = `The database ${placeOf(address)} cannot be used (${withoutLogin(reason, address)}): ${advice}.`;
  return new Fault(sentence.replaceAll('$', setting), { cause: error });
}

function codeOf(error: unknown): string {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const one = first ?? error;
  return one instanceof Error && 'code' in one ? String(one.code) : '';
}

/** Drivers quote what they could not read. */
function withoutLogin(reason: string, address: string): string {
  const passwords = parseAddress(address).hosts.map((host) => new URL(host).password);
  return passwords.filter((each) => each !== '').reduce((text, each) => text.replaceAll(each, '…'), reason);
}
