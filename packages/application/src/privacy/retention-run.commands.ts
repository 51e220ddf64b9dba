import { retentionRunStream } from '@atelier/domain/privacy/retention-events.ts';
import {
  approveRun,
  askBatch,
  refuseRun,
  runIdOf,
  startRun,
  type Candidate,
} from '@atelier/domain/privacy/decide-retention.ts';
import { privacySubjectStream } from '@atelier/domain/privacy/events.ts';
import type { RetentionRunState } from '@atelier/domain/privacy/retention-run.ts';
import type { Subjects } from '@atelier/domain/privacy/decide.ts';
import { initialSubject } from '@atelier/domain/privacy/subject.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { retentionRunAggregate } from '../aggregates.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { countJudged, findRetained, listOverdue, type RetainedFacts } from './retention.queries.ts';
import { findPersonsBehind } from './same-person.queries.ts';
import { subjectsOf } from './subjects.queries.ts';

/** Customers that are searched for at a time, and requests of one append. */
const SEARCHED = 500;
const BATCH = 50;

/** Begins today's run, unless it was begun or the schedule is off. Answers its number. */
export async function startRetentionRun(services: CommandServices, caller: Caller): Promise<number> {
  const { db, clock, policy } = services;
  const now = clock.now();
  const schedule = policy().retention;
  const counted = schedule.on ? await countJudged(db, schedule, { now }) : [];
  const found = counted.reduce((sum, { because, customers }) => sum + (because === null ? customers : 0), 0);
  const runId = runIdOf(now.toISOString());
  await onRun(services, caller, runId, (state, context) =>
    startRun({ runId, found }, state, context.policy.retention, context.now),
  );
  return runId;
}

/** Asks for the erasures of a run, part after part, until it has ended or waits for an approval. */
export async function continueRetentionRun(
  services: CommandServices,
  callerFor: () => Caller,
  runId: number,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const run = await readRun(services, runId);
    if (run.kind === 'none' || run.stage !== 'running') return;
    await onProgress(run.asked, run.found);
    const { retention } = services.policy();
    const asOf = { now: services.clock.now() };
    const page = { after: run.through, limit: SEARCHED };
    const refs = (await listOverdue(services.db, retention, asOf, page)).map(
      ({ customer_ref }) => customer_ref,
    );
    for (const part of partsOf(refs)) await askPart(services, callerFor(), runId, part);
  }
}

/** Splits the persons into parts of one append each. Without persons, one empty part ends the run. */
const partsOf = (refs: readonly CustomerRef[]): readonly (readonly CustomerRef[])[] =>
  refs.length === 0
    ? [[]]
    : Array.from({ length: Math.ceil(refs.length / BATCH) }, (_, at) =>
        refs.slice(at * BATCH, (at + 1) * BATCH),
      );

async function readRun({ store }: CommandServices, runId: number): Promise<RetentionRunState> {
  return retentionRunAggregate.stateOf((await store.readStream(retentionRunStream(runId))).events);
}

async function askPart(
  services: CommandServices,
  caller: Caller,
  runId: number,
  refs: readonly CustomerRef[],
): Promise<void> {
  const requestIds = await services.store.nextIds(refs.length);
  const persons = await findPersonsBehind(services.db, refs);
  const all = [...new Set([...refs, ...persons.flat()])];
  const outcome = await runCommand(services, caller, {
    streams: [retentionRunStream(runId), ...all.map(privacySubjectStream)],
    decide: async (states, context) => {
      const [facts, subjects] = [await findRetained(services.db, all), subjectsOf(states, all)];
      const candidates = refs.map((customerRef, at): Candidate => ({
        customerRef,
        requestId: requestIds[at] ?? 0,
        ...personFacts(customerRef, persons, { facts, subjects }),
      }));
      return askBatch(candidates, states.of(retentionRunAggregate, runId), context.policy.retention, context);
    },
  });
  if (!outcome.ok) throw new Error(`a part of the retention run was refused: ${outcome.rejection.code}`);
}

interface Known {
  readonly facts: ReadonlyMap<CustomerRef, RetainedFacts>;
  readonly subjects: Subjects;
}

/** A reference is asked for on its own; what keeps it is whatever keeps the person: their last contact under any reference. */
function personFacts(
  ref: CustomerRef,
  persons: readonly (readonly CustomerRef[])[],
  { facts, subjects }: Known,
): Pick<Candidate, 'subject' | 'rmaIds' | 'pieces'> {
  const own = persons.find((refs) => refs.includes(ref)) ?? [ref];
  const subject = subjects.get(ref) ?? initialSubject;
  return {
    subject: { ...subject, holds: own.flatMap((each) => subjects.get(each)?.holds ?? []) },
    rmaIds: facts.get(ref)?.rmaIds ?? [],
    pieces: own.flatMap((each) => facts.get(each)?.pieces ?? []),
  };
}

interface Word {
  readonly runId: number;
  readonly note: string | null;
}

/** An account lets a run go on that would ask for many. */
export const approveRetentionRun = (
  services: CommandServices,
  caller: Caller,
  { runId }: Word,
): Promise<CommandOutcome> => onRun(services, caller, runId, approveRun);

/** An account ends such a run before it asked for a person, and says why. */
export const refuseRetentionRun = (
  services: CommandServices,
  caller: Caller,
  { runId, note }: Word,
): Promise<CommandOutcome> =>
  onRun(services, caller, runId, (state, context) => refuseRun(note ?? '', state, context));

function onRun(
  services: CommandServices,
  caller: Caller,
  runId: number,
  decide: (state: RetentionRunState, context: CommandContext) => AnsweredDecision,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [retentionRunStream(runId)],
    decide: (states, context) => decide(states.of(retentionRunAggregate, runId), context),
  });
}
