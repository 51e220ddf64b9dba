import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { RemarkOutbox, type PendingRemark, type RemarkDraft } from './remark-outbox.ts';

const draft = (comment: string): RemarkDraft => ({ itemId: 4, audience: 'shop', comment, email: '' });
const unreachable = (): ApiError => new ApiError('network', { status: 0, code: 'network' });
const refused = (status: number, code: string): ApiError => new ApiError('refused', { status, code });

/** An outbox whose server fails as told, then accepts; retries come at once. */
function bench(failures: ApiError[], stored: PendingRemark[] = []) {
  const sent: PendingRemark[] = [];
  let disk: readonly PendingRemark[] = stored;
  const outbox = new RemarkOutbox({
    load: async () => disk,
    save: async (remarks) => {
      disk = remarks;
    },
    send: async (remark) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      sent.push(remark);
    },
    onSent: () => undefined,
    now: () => '2026-11-20T10:00:00.000Z',
    wait: async () => undefined,
  });
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { outbox, sent, quiet, disk: () => disk };
}

describe('the remark outbox', () => {
  it('keeps a remark until the server has it', async () => {
    const { outbox, sent, quiet, disk } = bench([]);
    outbox.add(draft('Claw worn'));
    expect(outbox.all()).toHaveLength(1);
    await quiet();
    expect(sent.map((remark) => remark.comment)).toEqual(['Claw worn']);
    expect(disk()).toEqual([]);
  });

  it('retries under the same key after a lost connection, in the order written', async () => {
    const { outbox, sent, quiet } = bench([unreachable(), unreachable()]);
    const first = outbox.add(draft('one'));
    outbox.add(draft('two'));
    await quiet();
    expect(sent.map((remark) => remark.comment)).toEqual(['one', 'two']);
    expect(sent[0]?.key).toBe(first.key);
  });

  it('keeps a refused remark with its reason and sends the next one', async () => {
    const { outbox, sent, quiet } = bench([refused(400, 'text_too_long')]);
    outbox.add(draft('far too long'));
    outbox.add(draft('short'));
    await quiet();
    expect(sent.map((remark) => remark.comment)).toEqual(['short']);
    expect(outbox.all().map((remark) => remark.refusal)).toEqual(['text_too_long']);
  });

  it('waits while the server is in trouble or the person is signed out', async () => {
    const { outbox, sent, quiet } = bench([
      refused(500, 'internal'),
      refused(499, 'token_expired'),
      refused(503, 'busy'),
    ]);
    outbox.add(draft('patient'));
    await quiet();
    expect(sent).toHaveLength(1);
  });

  it('takes up what an earlier page left', async () => {
    const left: PendingRemark = {
      ...draft('left over'),
      key: 'k',
      at: '2026-11-19T10:00:00.000Z',
      refusal: null,
    };
    const { outbox, sent, quiet } = bench([], [left]);
    await outbox.resume();
    await quiet();
    expect(sent.map((remark) => remark.key)).toEqual(['k']);
  });
});
