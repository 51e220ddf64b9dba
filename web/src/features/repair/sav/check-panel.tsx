import type { SavChecksView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { codeKey } from '@atelier/domain/contract/codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useNamedKeys } from '../../../shared/keys/use-named-keys.ts';
import { CheckRow } from './check-row.tsx';
import { savChecksQuery, savWaitingQuery } from '../queries.ts';
import { bodyOf, countsOf, NO_TICKS, type TickKind, ticksOf, toggled } from './ticks.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

export interface CheckPanelProps {
  checks: SavChecksView;
  /** A scanned code that is no piece of this package. */
  onOther: (code: string) => void;
  onSaved: () => void;
}

/** Ticks, the row that the keys act on, and the keys themselves. */
function useCheck({ checks, onOther, onSaved }: CheckPanelProps) {
  const { t } = useTranslation('decisions');
  const { pieces, tracking_no: tracking } = checks;
  const [ticks, setTicks] = useState(() => ticksOf(checks.checks[0]));
  const [row, setRow] = useState(0);
  const save = useCommand((body: ReturnType<typeof bodyOf>) => ({ path: '/savcheck', body }), {
    quiet: '*',
    invalidates: [savChecksQuery(tracking).queryKey, savWaitingQuery().queryKey],
    done: t('savCheck.done'),
    onSuccess: onSaved,
  });
  const tick = (kind: TickKind, id: number | undefined) =>
    id !== undefined && setTicks((before) => toggled(before, kind, id));
  const send = (chosen = ticks) => !save.isPending && save.mutate(bodyOf(tracking, chosen));
  const move = (by: number) => setRow((at) => Math.max(0, Math.min(pieces.length - 1, at + by)));
  const onKey = (key: string) => {
    const id = pieces[row]?.id;
    if (key.toLowerCase() === 'w') tick('wrong', id);
    if (key.toLowerCase() === 'g') tick('without', id);
    if (key === '0') send(NO_TICKS);
  };
  const onScan = (code: string) => {
    const at = pieces.findIndex(({ number, serial_number: serial }) =>
      [number, serial].some((known) => known !== '' && codeKey(known) === codeKey(code)),
    );
    if (at < 0) onOther(code);
    else setRow(at);
  };
  useWedge({ onScan, onKey });
  useNamedKeys({ ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => send() });
  return { ticks, row, setRow, tick, send, save };
}

/** A package with its pieces: tick only what is wrong, the counts follow (product/shipping.md §12). */
export function CheckPanel(props: CheckPanelProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const check = useCheck(props);
  const { package: row, pieces, arrived_at: arrived } = props.checks;
  const facts = [
    row.from.name,
    t('savCheck.pieces', { count: pieces.length, number: format.number(pieces.length) }),
    arrived === null ? '' : t('savCheck.received', { at: format.dateTime(arrived) }),
  ];
  return (
    <Panel
      title={<bdi className="num">{row.tracking_no}</bdi>}
      aside={facts.filter((fact) => fact !== '').join(' · ')}
      action={<span className="small muted">{t('savCheck.how')}</span>}
      className="sav-check"
      testId="sav-form"
    >
      <div className="sav-row sav-head small muted" aria-hidden>
        <span />
        <span>{t('terms:field.product')}</span>
        <span>{t('savCheck.shopSays')}</span>
        <span>{t('terms:field.warranty')}</span>
        <span className="sav-tick-head">
          {t('savCheck.tick.wrong')} <Shortcut of="savCheck.wrong" />
        </span>
        <span className="sav-tick-head">
          {t('savCheck.tick.without')} <Shortcut of="savCheck.noWarranty" />
        </span>
      </div>
      <ol>
        {pieces.map((item, index) => (
          <CheckRow
            key={item.id}
            item={item}
            isCurrent={index === check.row}
            ticks={check.ticks}
            onTick={check.tick}
            onFocus={() => check.setRow(index)}
          />
        ))}
      </ol>
      {check.save.error !== null && (
        <div className="panel-body">
          <Banner tone="error" title={t('savCheck.failed')} testId="sav-error">
            {errorWords(check.save.error).title}
          </Banner>
        </div>
      )}
      <CheckFoot check={check} pieces={pieces} />
    </Panel>
  );
}

function CheckFoot({
  check,
  pieces,
}: {
  check: ReturnType<typeof useCheck>;
  pieces: SavChecksView['pieces'];
}) {
  const { t } = useTranslation('decisions');
  const { number } = useStaffFormat();
  const counts = countsOf(check.ticks, pieces);
  return (
    <footer className="sav-foot">
      <div className="sav-counts" role="status" data-testid="sav-counts">
        <span>
          <b className="num">{number(counts.wrong)}</b> {t('savCheck.count.wrong')}
        </span>
        <span>
          <b className="num">{number(counts.without)}</b> {t('savCheck.count.without')}
        </span>
        <span>
          <b className="num">{number(counts.fine)}</b> {t('savCheck.count.fine', { of: number(counts.of) })}
        </span>
      </div>
      <div className="sav-acts">
        <Button
          size="large"
          onClick={() => check.send(NO_TICKS)}
          iconAfter={<Shortcut of="savCheck.inOrder" />}
          testId="sav-all-fine"
        >
          {t('savCheck.allFine')}
        </Button>
        <Button
          size="large"
          variant="primary"
          busy={check.save.isPending}
          onClick={() => check.send()}
          iconAfter={<Shortcut of="savCheck.save" />}
          testId="sav-save"
        >
          {t('savCheck.save')}
        </Button>
      </div>
    </footer>
  );
}
