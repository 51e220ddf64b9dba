import { codeText } from '@atelier/domain/contract/codes.ts';
import { useTranslation } from 'react-i18next';
import { FactoryTabs, type FactoryTabsProps } from './factory-tabs.tsx';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { ScanBar } from '../../shared/scan-strip/scan-bar.tsx';
import { useIsLabel } from '../../shared/queries/site-codes.ts';
import type { PackingQueue } from '../../shared/scan/use-packing-queue.ts';
import type { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { readScan, type AtHand } from './read-scan.ts';

export interface ScanPanelProps {
  hand: AtHand;
  tabs: FactoryTabsProps;
  /** The key A. */
  onTickAll: () => void;
  /** A carrier's label: the number of the package. */
  onLabel: (tracking: string) => void;
  pack: PackingQueue['pack'];
  scan: ReturnType<typeof useScanNote>;
}

/** Which factory, and the scanner: each scan goes into its package at once. */
export function ScanPanel({ hand, tabs, onTickAll, onLabel, pack, scan }: ScanPanelProps) {
  const { t } = useTranslation(['transfer', 'packing']);
  const isLabel = useIsLabel();
  const { note, tell } = scan;
  const idle = t(tabs.choice.chosen === null ? 'transfer:scan.factoryFirst' : 'transfer:scan.idle');
  const onScan = (code: string) => {
    const reading = readScan(code, hand);
    if (reading.kind === 'told' && reading.text === 'unknown' && isLabel(code)) {
      onLabel(codeText(code));
      return tell('accepted', t('packing:label', { code: codeText(code) }));
    }
    if (reading.kind === 'told')
      return tell(reading.verdict, t(`transfer:scan.${reading.text}`, { code: code.trim() }));
    return pack(reading.number, null, { into: 'basket', itemId: reading.id, factory: hand.factory ?? 0 });
  };
  useWedge({ onScan, onKey: (key) => key.toLowerCase() === 'a' && onTickAll() });
  return (
    <div className="panel panel-body stack">
      <FactoryTabs {...tabs} />
      <ScanBar note={note ?? { tone: 'idle', text: idle }} onCode={onScan} />
    </div>
  );
}
