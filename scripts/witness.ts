import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withKeyedMutex } from '@atelier/event-store/keyed-mutex.ts';
import { readSignerKey } from '@atelier/event-store/proof/log-key.ts';
import { BadNote, formatVerifierKey, parseVerifierKey } from '@atelier/event-store/proof/signed-note.ts';
import { describeError, Fault } from './lib/fault.ts';
import { runMain } from './lib/run-main.ts';
import { serveWitness } from './witness/serve-witness.ts';
import { LogForked, watchOnce } from './witness/watch-log.ts';
import type { Watch } from './witness/watch-log.ts';
import { ensureWitnessKey, WitnessStore } from './witness/witness-store.ts';

const USAGE = `npm run witness -- --log https://atelier.example/api/log --key NAME+ID+KEY --name witness.example/w1 --store FOLDER
  --listen HOST:PORT  takes checkpoints that the log brings (POST /add-checkpoint); without --log it asks for none itself
  --every SECONDS   between two looks at the log; 10 when left out
  --once            looks once and ends: 0 = signed or nothing new, 2 = the log was rolled back or forked
  --accept          takes the log's tree as it is now, after a restore that was announced; what was signed before is kept aside`;

function readOrder() {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      options: {
        log: text,
        key: text,
        name: text,
        store: text,
        listen: text,
        every: text,
        once: flag,
        accept: flag,
      },
    });
    return values;
  } catch {
    throw new Fault(USAGE);
  }
}

/** One JSON object a line: what a watcher of logs searches for. */
function say(level: 'info' | 'error', fields: object, msg: string): void {
  const line = JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg });
  (level === 'error' ? console.error : console.log)(line);
}

/** Looks once and says what came of it. Answers the exit code. */
async function look(watch: Watch): Promise<number> {
  try {
    const { size, isNew } = await withKeyedMutex(watch.store, 'head', () => watchOnce(watch));
    if (isNew) say('info', { size }, 'checkpoint cosigned');
    return 0;
  } catch (error) {
    if (!(error instanceof LogForked)) {
      say('error', { err: describeError(error) }, 'log not reachable or not readable, looking again');
      return 1;
    }
    const offered = await fetch(`${watch.logUrl}/checkpoint`).then((response) => response.text(), String);
    const evidence = watch.store.keepEvidence(error.message, offered, watch.now());
    alarm(error.message, evidence);
    return 2;
  }
}

const alarm = (err: string, evidence: string): void =>
  say('error', { err, evidence }, 'ALARM: the log was rolled back or rewritten, nothing is signed');

/** Takes what the log brings, beside or instead of looking. */
async function listenOn(listen: string, watch: Watch): Promise<void> {
  const address = await serveWitness(listen, {
    watch,
    onAnswer: ({ status, body, evidence }) => {
      if (evidence !== undefined) alarm('the log signed two trees of one size', evidence);
      else if (status === 200)
        say('info', { size: watch.store.read()?.checkpoint.size }, 'checkpoint cosigned');
      else say('info', { status, answer: body.trim() }, 'checkpoint not taken');
    },
    onError: (error) =>
      say('error', { err: describeError(error) }, 'checkpoint not taken, the witness failed'),
  });
  say('info', { address }, 'witness listens for checkpoints');
}

await runMain(async () => {
  const { log, key, name, store: folder, listen, every, once, accept } = readOrder();
  const hasNoLog = log === undefined && listen === undefined;
  if (hasNoLog || key === undefined || name === undefined || folder === undefined) throw new Fault(USAGE);
  const seconds = Number(every ?? 10);
  if (!(seconds > 0) || (listen !== undefined && !/(^|:)\d{1,5}$/.test(listen))) throw new Fault(USAGE);
  try {
    const signer = await readSignerKey(ensureWitnessKey(folder), name, 'witness');
    const logKey = parseVerifierKey(key);
    const store = new WitnessStore(folder, logKey.name);
    const logUrl = (log ?? '').replace(/\/+$/, '');
    const watch = { logUrl, logKey, signer, store, now: () => new Date() };
    say(
      'info',
      { key: formatVerifierKey(signer.verifier), log },
      'witness started, its key belongs into WITNESS_KEYS of the log',
    );
    if (accept) store.setAside(watch.now());
    if (listen !== undefined) await listenOn(listen, watch);
    if (log === undefined) return await new Promise<never>(() => undefined);
    // A fork stays on the disk once; each further look says it again.
    for (;;) {
      const code = await look(watch);
      if (once) return code;
      await sleep(seconds * 1_000);
    }
  } catch (error) {
    throw error instanceof BadNote ? new Fault(`${error.message}.`) : error;
  }
});
