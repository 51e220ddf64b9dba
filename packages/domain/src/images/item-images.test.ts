import { describe, expect, it } from 'vitest';
import { type ImageEvent, imagesAfter, imagesNamedBy, kindsForWorkers } from './item-images.ts';

const AT = '2026-11-20T10:00:00.000Z';
const deposited = (data: object) =>
  ({ type: 'ItemDeposited', data: { createdAt: AT, ...data } }) as ImageEvent;

describe('the pictures an event names', () => {
  it('come in their order, each with what it was taken for', () => {
    const named = imagesNamedBy(
      deposited({
        images: ['a', 'b'],
        goldImage: 'g',
        fakeProduct: { image: 'f', remark: 'r' },
        extendedWarrantyProof: 'w',
      }),
    );
    expect(named.map(({ imageId, kind }) => `${imageId} ${kind}`)).toEqual([
      'a deposit',
      'b deposit',
      'g gold',
      'f counterfeit',
      'w warranty',
    ]);
    expect(named.every(({ status, at }) => status === null && at === AT)).toBe(true);
  });

  it('of a stage carry the stage', () => {
    const event = { type: 'MeasurementsRecorded', data: { photos: ['p'], status: 12, at: AT } } as unknown;
    expect(imagesNamedBy(event as ImageEvent)).toEqual([{ imageId: 'p', kind: 'stage', status: 12, at: AT }]);
  });

  it('of a counterfeit show what was reported', () => {
    const event = { type: 'CounterfeitReported', data: { image: 'f', at: AT } } as unknown;
    expect(imagesNamedBy(event as ImageEvent)).toEqual([
      { imageId: 'f', kind: 'counterfeit', status: null, at: AT },
    ]);
  });

  it('are none when there were none, and none once the customer is erased', () => {
    const none = { images: [], goldImage: null, fakeProduct: null, extendedWarrantyProof: null };
    const erased = { images: null, goldImage: null, fakeProduct: null, extendedWarrantyProof: null };
    expect(imagesNamedBy(deposited(none))).toEqual([]);
    expect(imagesNamedBy(deposited(erased))).toEqual([]);
    // Written before there were proofs.
    expect(imagesNamedBy(deposited({ images: ['a'], goldImage: null, fakeProduct: null }))).toHaveLength(1);
    const measured = { type: 'MeasurementsRecorded', data: { photos: null, status: 12, at: AT } } as unknown;
    expect(imagesNamedBy(measured as ImageEvent)).toEqual([]);
    const reported = { type: 'CounterfeitReported', data: { image: null, at: AT } } as unknown;
    expect(imagesNamedBy(reported as ImageEvent)).toEqual([]);
  });

  it('are shown to a worker at the bench without proofs of purchase', () => {
    expect(kindsForWorkers).toEqual(['deposit', 'gold', 'counterfeit', 'stage']);
  });
});

describe('the pictures of an item after its form was edited', () => {
  it('are those of the form as it is now, beside what was taken elsewhere', () => {
    const before = imagesNamedBy(
      deposited({
        images: ['a'],
        goldImage: 'g',
        fakeProduct: { image: 'f', remark: 'r' },
        extendedWarrantyProof: 'w',
      }),
    );
    const stage = { imageId: 'p', kind: 'stage', status: 12, at: AT } as const;
    const edited = { images: ['b'], goldImage: 'h', fakeProduct: null, extendedWarrantyProof: null, at: AT };
    const event = { type: 'ItemDepositEdited', data: edited } as unknown as ImageEvent;
    const after = imagesAfter([...before, stage], event).map(({ imageId, kind }) => `${imageId} ${kind}`);
    expect(after).toEqual(['f counterfeit', 'p stage', 'b deposit', 'h gold']);
  });

  it('are all kept where another event adds some', () => {
    const before = imagesNamedBy(deposited({ images: ['a'], goldImage: 'g', fakeProduct: null }));
    const event = { type: 'MeasurementsRecorded', data: { photos: ['p'], status: 12, at: AT } } as unknown;
    expect(imagesAfter(before, event as ImageEvent)).toHaveLength(3);
  });
});
