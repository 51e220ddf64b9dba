import { expect, it } from 'vitest';
import { cameraErrorOf } from './use-camera.ts';

it.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'unexpected'],
])('a camera that fails with %s is told as "%s"', (name, told) => {
  expect(cameraErrorOf(new DOMException('', name))).toBe(told);
});

it('tells what is no error as unexpected', () => {
  expect(cameraErrorOf('odd')).toBe('unexpected');
});
