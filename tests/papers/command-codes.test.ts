import { matrixOf } from '@atelier/api/documents/codes.ts';
import { codeOfCommand } from '@atelier/domain/repair/scanning/bench-command.ts';
import { describe, expect, it } from 'vitest';
import {
  CODE_SIDE,
  COMMAND_CODES,
  pathOf,
  type ShownCommand,
} from '../../web/src/features/repair/scan/command-codes.ts';

const commands = Object.keys(COMMAND_CODES) as ShownCommand[];

describe('the codes of commands on a bench’s screen', () => {
  it.each(commands)('%s has the modules that its code has on paper', (command) => {
    const { size, dark } = matrixOf(codeOfCommand(command));
    const squares = Array.from(dark, (isDark, index) =>
      isDark === 1 ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
    );
    expect([size, pathOf(command)]).toEqual([CODE_SIDE, squares.join('')]);
  });
});
