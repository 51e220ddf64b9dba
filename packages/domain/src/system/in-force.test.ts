import { describe, test } from 'vitest';
import { at, FACTORY, FACTORY_2, given, on } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';

describe('decisions follow the configured values', () => {
  const flag = on(1, { type: 'FlagForTransfer', toSiteId: FACTORY_2 }, at(FACTORY));

  test('a factory takes transfers unless it is left out of a configured list', () => {
    given(worldAt(3)).when(flag).thenDone();
    given(worldAt(3, {}, { factories: [FACTORY_2] }))
      .when(flag)
      .thenDone();
    given(worldAt(3, {}, { factories: [FACTORY] }))
      .when(flag)
      .thenRejected('wrong_destination');
  });

  test('a remark is as long as configured', () => {
    const text = 'word '.repeat(130);
    const add = on(1, { type: 'AddComment', commentId: 1, commentType: 2, text, email: null }, at(FACTORY));
    given(worldAt(3)).when(add).thenRejected('text_too_long');
    given(worldAt(3, {}, { remarkWords: 130 }))
      .when(add)
      .thenDone();
  });
});
