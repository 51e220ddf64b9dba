import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';
import { kindOfDevice } from '../../lib/api/device-name.ts';

describe('a device', () => {
  it('is named by its browser and system', () => {
    const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
    const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/605.1';
    expect([kindOfDevice(edge), kindOfDevice(ipad), kindOfDevice('?')]).toEqual([
      'Edge.Windows',
      'Safari.iPad',
      'Browser.Device',
    ]);
  });

  it('shows its name and the end of its key; an older one its end alone', () => {
    expect(deviceName('Edge.Windows.0198-abcd-3f9c')).toBe('Edge, Windows · 3f9c');
    expect(deviceName('0198-abcd-773f9c')).toBe('773f9c');
    expect(deviceName('desk-PAR')).toBe('desk-PAR');
  });
});
