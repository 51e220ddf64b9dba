import { describe, expect, it } from 'vitest';
import { deliveredBody, routeBody } from './outbound-schema.ts';

const PICTURE = 'data:image/png;base64,AAAA';
const STROKES = [[[0, 0]]];
const read = (more: Record<string, unknown>) =>
  deliveredBody.safeParse({ tracking_no: 'TRK-11', proof: 'POD-1', ...more });

describe('the proof that a client has a package', () => {
  it('needs no signature', () => {
    expect(read({}).data).toEqual({ tracking_no: 'TRK-11', proof: 'POD-1', signer_name: '' });
  });

  it('shows a signature by its strokes, and their picture beside them', () => {
    expect(read({ strokes: STROKES }).error).toBeUndefined();
    expect(read({ strokes: STROKES, image: PICTURE }).error).toBeUndefined();
  });

  it('takes no picture without the strokes that it shows', () => {
    expect(read({ image: PICTURE }).error?.issues.map(({ path }) => path)).toEqual([['strokes']]);
  });
});

describe('another way for a package', () => {
  const taken = (way: object) => routeBody.safeParse({ tracking_no: 'TRK-11', ...way }).success;

  it('leads to a site or to the client, not to both', () => {
    expect(
      [{ destination: 2 }, { to_client: true }, { to_client: false, destination: 2 }, {}].map(taken),
    ).toEqual([true, true, true, true]);
    expect(taken({ to_client: true, destination: 2 })).toBe(false);
  });
});
