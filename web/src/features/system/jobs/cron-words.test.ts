import { describe, expect, it } from 'vitest';
import { cronWords } from './use-cron-words.ts';

describe('a schedule in words', () => {
  it('knows the usual patterns', () => {
    expect(cronWords('30 4 * * *')).toEqual({ key: 'daily', time: '04:30' });
    expect(cronWords('*/15 * * * *')).toEqual({ key: 'everyMinutes', count: 15 });
    expect(cronWords('5 * * * *')).toEqual({ key: 'hourly', minute: 5 });
    expect(cronWords('0 3 * * 7')).toEqual({ key: 'weekly', time: '03:00', day: 0 });
  });

  it('leaves others as they are written', () => {
    for (const pattern of ['', '0 3 1 * *', '0 3 * * 1-5', '0,30 3 * * *'])
      expect(cronWords(pattern)).toBeNull();
  });
});
