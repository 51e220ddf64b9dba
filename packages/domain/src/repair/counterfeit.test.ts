import { describe, expect, it } from 'vitest';
import { acceptStreams, type StreamsDecision } from '../decider.ts';
import { itemStream } from '../kernel.ts';
import type { ProcessEvent } from '../processes/process-state.ts';
import { at, FACTORY, given, type World } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { decideCounterfeit } from './counterfeit.ts';

const report = { image: 'img-1', remark: 'wrong hallmark' };
const say =
  (said: typeof report) =>
  (world: World): StreamsDecision<ProcessEvent> => {
    const decision = decideCounterfeit(said, world.item(1), world.ctx(at(FACTORY)));
    return decision.ok ? acceptStreams([{ streamId: itemStream(1), events: decision.events }]) : decision;
  };
const reported = () => worldAt(3).after(say(report));

describe('a report that a piece is a counterfeit (product/deposit.md §11)', () => {
  it('is recorded once: the same picture with the same words changes nothing', () => {
    given(reported()).when(say(report)).thenNothing();
  });

  it.each([
    ['another picture', { ...report, image: 'img-2' }],
    ['other words', { ...report, remark: 'wrong weight' }],
  ])('is another one with %s', (_name, other) => {
    const world = given(reported()).when(say(other)).thenDone();
    expect(world.logs.get('item-1')?.at(-1)).toMatchObject({ type: 'CounterfeitReported', data: other });
  });

  it('asks for a picture and for words, and comes too late when the repair has ended', () => {
    given(worldAt(3))
      .when(say({ ...report, image: '' }))
      .thenRejected({ code: 'invalid_input', details: { field: 'image' } });
    given(worldAt(3))
      .when(say({ ...report, remark: ' ' }))
      .thenRejected('text_required');
    given(worldAt(21)).when(say(report)).thenRejected('item_closed');
  });
});
