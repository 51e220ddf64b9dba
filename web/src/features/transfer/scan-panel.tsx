import { Check, CloudOff, RotateCcw, ScanBarcode, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import { CameraButton, CameraPanel } from '../../shared/camera/camera-scan.tsx';
import type { OpenCamera } from '../../shared/camera/camera-scan.tsx';
import { soundVerdict } from '../../shared/item/tones.ts';
import { VERDICT_TONE } from '../../shared/item/verdicts.ts';
import type { ScreenVerdict, VerdictTone } from '../../shared/item/verdicts.ts';
import { readScan, verdictOfRefusal } from './read-scan.ts';
import type { AtHand } from './read-scan.ts';
import type { FactoryChoice } from './use-factory.ts';
import type { useBasketCommands } from './use-basket.ts';

const SHAPES = { ok: Check, duplicate: RotateCcw, error: X, waiting: CloudOff, idle: ScanBarcode } as const;

interface Note {
  readonly tone: VerdictTone | 'idle';
  readonly text: string;
}

export interface ScanPanelProps {
  hand: AtHand;
  factory: FactoryChoice;
  onFactory: (id: number | null) => void;
  assign: ReturnType<typeof useBasketCommands>['assign'];
}

/** Which factory, and the scanner: each scan goes into the basket at once. */
export function ScanPanel({ hand, factory, onFactory, assign }: ScanPanelProps) {
  const { t } = useTranslation('transfer');
  const [note, setNote] = useState<Note | null>(null);
  const [camera, setCamera] = useState<OpenCamera>(null);
  const tell = (verdict: ScreenVerdict, text: string) => {
    soundVerdict(verdict);
    setNote({ tone: VERDICT_TONE[verdict], text });
  };
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
      {camera !== null && <CameraPanel memory={camera} onCode={onScan} onClose={() => setCamera(null)} />}
      <div className="row">
        <Strip
          note={
            note ?? { tone: 'idle', text: t(factory.chosen === null ? 'scan.factoryFirst' : 'scan.idle') }
          }
        />
        <CameraButton camera={camera} onCamera={setCamera} />
      </div>
    </div>
  );
}

function Strip({ note: { tone, text } }: { note: Note }) {
  const Shape = SHAPES[tone];
  return (
    <p
      className="transfer-strip"
      data-tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      data-testid="scan-strip"
    >
      <Shape size={20} aria-hidden />
      <bdi>{text}</bdi>
    </p>
  );
}
