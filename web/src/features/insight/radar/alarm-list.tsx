import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Alarm, RadarData } from './radar-queries.ts';
import { SparkLine } from './spark-line.tsx';
import { useSeriesName } from './use-series-name.ts';
import { ALARM_STATES, type AlarmState } from './use-radar-state.ts';

interface AlarmListProps {
  readonly radar: RadarData;
  readonly alarms: readonly Alarm[];
  readonly chosen: number | undefined;
  readonly onChoose: (number: number) => void;
}

/** The alarms by state, what was judged when, and by which method. */
export function AlarmList({ radar, alarms, chosen, onChoose }: AlarmListProps) {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  const open = alarms.filter(({ state }) => state === 'open').length;
  return (
    <Panel
      className="alarm-list"
      testId="alarm-list"
      title={t('radar:openAlarms', { count: open, shown: number(open) })}
      footer={<p className="small muted">{t('radar:method')}</p>}
    >
      <Checked radar={radar} />
      {alarms.length === 0 && (
        <EmptyState title={t('radar:none')} testId="radar-none">
          {t('radar:noneBody')}
        </EmptyState>
      )}
      {ALARM_STATES.map((state) => (
        <Group
          key={state}
          state={state}
          alarms={alarms.filter((alarm) => alarm.state === state)}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </Panel>
  );
}

function Checked({ radar: { series, checked_at: at } }: Pick<AlarmListProps, 'radar'>) {
  const { t } = useTranslation(['insight', 'radar']);
  const { number, dateTime } = useStaffFormat();
  return (
    <p className="alarm-checked small muted" data-testid="radar-checked">
      {at === null
        ? t('radar:notYet')
        : t('radar:checked', { count: series, shown: number(series), at: dateTime(at) })}
    </p>
  );
}

interface GroupProps extends Omit<AlarmListProps, 'radar'> {
  readonly state: AlarmState;
}

function Group({ state, alarms, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation(['insight', 'radar']);
  if (alarms.length === 0) return null;
  return (
    <>
      <h3 className="alarm-group small muted">{t(`radar:${state}`)}</h3>
      <ul className="alarm-rows">
        {alarms.map((alarm) => (
          <li key={alarm.number}>
            <button
              type="button"
              className="alarm-row"
              aria-current={alarm.number === chosen}
              onClick={() => onChoose(alarm.number)}
              data-testid={`alarm-${alarm.number}`}
              data-state={state}
            >
              <Words alarm={alarm} />
              <SparkLine alarm={alarm} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Words({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation(['insight', 'radar']);
  const { number, date } = useStaffFormat();
  const { product, reason, factory } = useSeriesName()(alarm);
  const { pieces, expected_pieces: expected, since, settled } = alarm;
  return (
    <span className="alarm-words">
      <bdi className="strong">{product}</bdi>
      <span className="small muted">
        <bdi>{reason}</bdi> · <bdi>{factory}</bdi>
      </span>
      {settled === null ? (
        <span className="small alarm-instead">
          {t('radar:instead', {
            pieces: number(pieces),
            expected: number(Math.round(expected)),
            since: date(since),
          })}
        </span>
      ) : (
        <span className="small muted">
          {t(`radar:cause.${settled.cause}`)} · {date(settled.at)}
        </span>
      )}
    </span>
  );
}
