import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { describe, expect, it } from 'vitest';
import { packageOfLabel } from './package-picker.tsx';

const box = (tracking_no: string, order_type: number, state = 'Sent'): ShipmentView =>
  ({ tracking_no, order_type, state }) as unknown as ShipmentView;

const TRANSFERS = [3];

describe('a label scanned where packages arrive', () => {
  it('is that of a box on its way here, however it was typed', () => {
    const packages = [box('Hkj-1', 3), box('BRV-2', 3, 'PartlyReceived'), box('BRV-3', 3, 'Discrepancy')];
    expect(packageOfLabel(' hkj-1 ', packages, TRANSFERS)).toBe('Hkj-1');
    expect(packageOfLabel('brv-2', packages, TRANSFERS)).toBe('BRV-2');
    expect(packageOfLabel('BRV-3', packages, TRANSFERS)).toBe('BRV-3');
  });

  it('is a piece, or nothing we know, when no such box is coming', () => {
    expect(packageOfLabel('PAR-000123', [box('HKJ-1', 3)], TRANSFERS)).toBeNull();
    expect(packageOfLabel('HKJ-1', undefined, TRANSFERS)).toBeNull();
    expect(packageOfLabel('HKJ-1', [box('HKJ-1', 3, 'Received')], TRANSFERS)).toBeNull();
  });

  it('opens no box of a kind that another stage receives', () => {
    expect(packageOfLabel('HKJ-1', [box('HKJ-1', 1)], TRANSFERS)).toBeNull();
  });
});
