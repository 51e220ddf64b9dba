import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { BadNote, formatVerifierKey, parseVerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { describeError, Fault } from '@atelier/host/fault.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { serveWitness } from './serve-witness.ts';
import { LogReport, type Say } from './log-report.ts';
import { watchOnce, type Watch } from './watch-log.ts';
import { ensureWitnessKey, WitnessStore } from './witness-store.ts';

const USAGE = `npm run witness -- --log https://atelier.example/api/log --key NAME+ID+KEY --name witness.example/w1 --store FOLDER
  --log URL         where the log is served, up to /api/log; it is asked for checkpoints
  --key KEY         public key of the log, from its operator
  --name NAME       name that this witness signs under
  --store FOLDER    keeps the witness's own key (made at the first start), what it signed, and a file for each fault
  --listen HOST:PORT  takes checkpoints that the log brings (POST /add-checkpoint); without --log it asks for none itself
  --every SECONDS   between two looks at the log; 10 when left out
  --once            looks once and ends: 0 = signed or nothing new, 1 = the log could not be read, 2 = it was rolled back or forked
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
  } catch (error) {
    throw new Fault(`${describeError(error)}\n${USAGE}`);
  }
}

type Order = ReturnType<typeof readOrder>;

/** @throws Fault that names what is missing or cannot be meant */
function checkedOrder({ log, listen, key, name, store, every, ...flags }: Order) {
  const missing = [
    ...(log === undefined && listen === undefined ? ['--log or --listen'] : []),
    ...Object.entries({ '--key': key, '--name': name, '--store': store }).flatMap(([option, value]) =>
      value === undefined ? [option] : [],
    ),
  ];
  if (key === undefined || name === undefined || store === undefined || missing.length > 0)
    throw new Fault(`Missing: ${missing.join(', ')}.\n${USAGE}`);
  const seconds = Number(every ?? 10);
  if (!(seconds > 0)) throw new Fault(`--every ${every} is no number of seconds above 0.\n${USAGE}`);
  if (listen !== undefined && !/(^|:)\d{1,5}$/.test(listen))
    throw new Fault(`--listen ${listen} is no HOST:PORT.\n${USAGE}`);
  if (log !== undefined && !URL.canParse(log)) throw new Fault(`--log ${log} is no address.\n${USAGE}`);
  return { log, listen, key, name, store, seconds, ...flags };
}

/** One JSON object a line: what a watcher of logs searches for. */
const say: Say = (level, fields, msg) => {
  const line = JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg });
  (level === 'info' ? console.log : console.error)(line);
};

/** Looks once and says what came of it. Answers the exit code. */
async function look(watch: Watch, report: LogReport): Promise<number> {
  try {
    const { size, isNew } = await withKeyedMutex(watch.store, 'head', () => watchOnce(watch));
    report.worked();
    if (isNew) say('info', { size }, 'checkpoint cosigned');
    return 0;
  } catch (error) {
    return report.failed(error, watch.now());
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
  const order = checkedOrder(readOrder());
  try {
    const signer = await readSignerKey(ensureWitnessKey(order.store), order.name, 'witness');
    const logKey = parseVerifierKey(order.key);
    const store = new WitnessStore(order.store, logKey.name);
    const logUrl = (order.log ?? '').replace(/\/+$/, '');
    const watch = { logUrl, logKey, signer, store, now: () => new Date() };
    say(
      'info',
      { key: formatVerifierKey(signer.verifier), log: order.log },
      'witness started, its key belongs into WITNESS_KEYS of the log',
    );
    if (order.accept) store.setAside(watch.now());
    if (order.listen !== undefined) await listenOn(order.listen, watch);
    if (order.log === undefined) return await new Promise<never>(() => undefined);
    const report = new LogReport(say, store);
    for (;;) {
      const code = await look(watch, report);
      if (order.once) return code;
      await sleep(order.seconds * 1_000);
    }
  } catch (error) {
    throw error instanceof BadNote ? new Fault(`${error.message}.`) : error;
  }
}, USAGE);
