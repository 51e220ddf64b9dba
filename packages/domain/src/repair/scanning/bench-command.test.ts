import { expect, test } from 'vitest';
import { parseScannedCode } from '../item/item-number.ts';
import { BENCH_COMMANDS, benchCommandOf, codeOfCommand } from './bench-command.ts';

test.each(BENCH_COMMANDS)('the code of %s asks for it, in capitals or not, and is no piece', (command) => {
  expect(benchCommandOf(codeOfCommand(command))).toBe(command);
  expect(benchCommandOf(` ${codeOfCommand(command).toLowerCase()} `)).toBe(command);
  expect(parseScannedCode(codeOfCommand(command))).toBeNull();
});

test('a piece, a package or a badge asks for nothing', () => {
  for (const code of ['PAR-004388', '004388', 'VALIDATE', 'ATELIER-', 'ATELIER-VALIDATE-2', ''])
    expect(benchCommandOf(code)).toBeUndefined();
});
