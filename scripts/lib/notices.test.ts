import { describe, expect, test } from 'vitest';
import { Notices } from './notices.ts';

const about = 'Redis 127.0.0.1:6379';
const away = { type: 'notice', about, sentence: 'away', isOver: false } as const;
const back = { type: 'notice', about, sentence: 'back', isOver: true } as const;

function open(): { notices: Notices; lines: string[] } {
  const lines: string[] = [];
  return { notices: new Notices((line) => lines.push(line)), lines };
}

describe('notices of services', () => {
  test('are printed once when a thing goes away and once when it is back for all', () => {
    const { notices, lines } = open();
    for (const service of ['API', 'workers', 'API']) notices.take(service, away);
    expect(lines).toEqual(['away']);
    notices.take('API', back);
    expect(lines).toEqual(['away']);
    notices.take('workers', back);
    expect(lines).toEqual(['away', 'back']);
    notices.take('workers', away);
    expect(lines).toEqual(['away', 'back', 'away']);
  });

  test('are not kept of a service that starts again', () => {
    const { notices, lines } = open();
    notices.take('API', away);
    notices.forget('API');
    notices.take('API', away);
    expect(lines).toEqual(['away', 'away']);
  });

  test('are left out about what the start itself reports', () => {
    const lines: string[] = [];
    const notices = new Notices((line) => lines.push(line), about);
    notices.take('API', away);
    notices.take('API', back);
    expect(lines).toEqual([]);
  });

  test('tell two things apart', () => {
    const { notices, lines } = open();
    notices.take('API', away);
    notices.take('API', { ...away, about: 'NAV', sentence: 'NAV away' });
    expect(lines).toEqual(['away', 'NAV away']);
  });
});
