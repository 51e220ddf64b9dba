import { at, broken, list, record } from './fields.ts';

const MEBIBYTE = 1024 ** 2;
/** An imported file (domain/reference/import/read-file.ts) and its form around it. */
const LARGEST_BODY_MIB = 21;
/** Between two pings of a screen's connection, twice. */
const LONGEST_SILENCE_S = 60;

/** The way in from outside: to a Service that is there, by TLS, with room for what screens send and time for what they hold open. */
export function ingressGaps(ingresses: readonly unknown[], services: readonly unknown[]): string[] {
  const names = services.map((each) => at(each, 'metadata', 'name'));
  return ingresses.length === 1
    ? ingresses.flatMap((ingress) => gapsOf(ingress, names))
    : ['must have one Ingress'];
}

function gapsOf(ingress: unknown, services: readonly unknown[]): string[] {
  const rules = list(at(ingress, 'spec', 'rules'));
  const backends = rules.flatMap((rule) =>
    list(at(rule, 'http', 'paths')).map((path) => at(path, 'backend', 'service', 'name')),
  );
  const secured = list(at(ingress, 'spec', 'tls')).flatMap((tls) => list(at(tls, 'hosts')));
  const notes = record(at(ingress, 'metadata', 'annotations'));
  const timeouts = ['read', 'send'].map((way) => secondsIn(notes[`nginx.org/proxy-${way}-timeout`]));
  return broken('the Ingress', [
    [
      backends.length > 0 && backends.every((name) => services.includes(name)),
      'leads to a Service that is not there',
    ],
    [rules.every((rule) => secured.includes(at(rule, 'host'))), 'serves a host without TLS'],
    [backends.every((name) => notes['nginx.org/websocket-services'] === name), 'passes no WebSockets on'],
    [timeouts.every((seconds) => seconds > LONGEST_SILENCE_S), 'cuts connections that are held open'],
    [
      bytesIn(notes['nginx.org/client-max-body-size']) >= LARGEST_BODY_MIB * MEBIBYTE,
      'refuses files that the API takes',
    ],
  ]);
}

const secondsIn = (text: unknown): number => Number(/^(\d+)s$/.exec(String(text))?.[1] ?? 0);
const bytesIn = (text: unknown): number => Number(/^(\d+)m$/.exec(String(text))?.[1] ?? 0) * MEBIBYTE;
