import { ConfigError, type Config } from '../config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** What keeps this machine from listening there, by the system's code. */
const SENTENCES: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken: stop what listens there, or choose another one with PORT=${port + 1}.`,
  EACCES: ({ port }) =>
    `Port ${port} is closed to this user: choose one above 1023 in PORT and let a proxy take calls at ${port}, or start as a user with that right.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST names ${host}, which is no address of this machine: name one of its own, or 0.0.0.0 for all of them.`,
  ENOTFOUND: ({ host }) =>
    `HOST names ${host}, which is not known here: name an address of this machine, or 0.0.0.0 for all of them.`,
  EAFNOSUPPORT: ({ host }) =>
    `HOST names ${host}, a kind of address that this machine does not have: name one of its own, or 0.0.0.0 for all of them.`,
};

/** A failed attempt to listen as a sentence that says what to do; the failure itself where there is none. */
export function listenFault(error: Error, place: Place): Error {
  const code = 'code' in error ? String(error.code) : '';
  const sentence = SENTENCES[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code];
  return sentence === undefined ? error : new ConfigError(sentence(place), { cause: error });
}
