import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import { ScanBar } from '../../shared/scan-strip/scan-bar.tsx';
import { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { readScan, verdictOfRefusal } from './read-scan.ts';
import type { AtHand } from './read-scan.ts';
import type { FactoryChoice } from './use-factory.ts';
import type { useBasketCommands } from './use-basket.ts';

export interface ScanPanelProps {
  hand: AtHand;
  factory: FactoryChoice;
  onFactory: (id: number | null) => void;
  assign: ReturnType<typeof useBasketCommands>['assign'];
}

/** Which factory, and the scanner: each scan goes into the basket at once. */
export function ScanPanel({ hand, factory, onFactory, assign }: ScanPanelProps) {
  const { t } = useTranslation('transfer');
  const { note, tell } = useScanNote();
  const idle = t(factory.chosen === null ? 'scan.factoryFirst' : 'scan.idle');
  const onScan = (code: string) => {
    const reading = readScan(code, hand);
    if (reading.kind === 'told')
      return tell(reading.verdict, t(`scan.${reading.text}`, { code: code.trim() }));
    const { id, number } = reading;
    return assign.mutate(
      { ids: [id], factory: hand.factory ?? 0 },
      {
        onSuccess: () => tell('accepted', t('scan.added', { number })),
        onError: (error) =>
          tell(verdictOfRefusal(error.code), t('scan.refused', { number, why: errorWords(error).title })),
      },
    );
  };
  useWedge({ onScan });
  return (
    <div className="panel panel-body stack">
      <Select
        label={t('factory.label')}
        placeholder={t('factory.choose')}
        options={factory.options}
        value={factory.chosen ?? ''}
        onChange={(event) => onFactory(event.target.value === '' ? null : Number(event.target.value))}
        testId="factory"
      />
      <ScanBar note={note ?? { tone: 'idle', text: idle }} onCode={onScan} />
    </div>
  );
}
