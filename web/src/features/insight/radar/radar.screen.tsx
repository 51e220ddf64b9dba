import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { PiecesWindow } from '../pieces-panel.tsx';
import { PIECES_PAGE } from '../queries.ts';
import { useFigure } from '../use-figure.ts';
import { AlarmList } from './alarm-list.tsx';
import { AlarmPanel } from './alarm-panel.tsx';
import { CommonPanel } from './common-panel.tsx';
import { alarmPiecesQuery, alarmQuery, radarQuery, type RadarData } from './radar-queries.ts';
import { RadarFilters } from './radar-filters.tsx';
import { SettlePanel } from './settle-panel.tsx';
import { radarFilters, useRadarState, type ChangeRadar, type RadarState } from './use-radar-state.ts';
import { WatchedPanel } from './watched-panel.tsx';
import '../figures.css';
import './radar.css';

/** `/insight/radar`: series of defects that rose above their past, with their pieces and explanations. */
export function Screen() {
  const { t } = useTranslation(['insight', 'radar']);
  const [state, change] = useRadarState();
  const query = radarFilters(state);
  const radar = useFigure(radarQuery(query));
  return (
    <div className="figures-page radar-page stack gap-14" data-testid="radar-page">
      <RadarFilters state={state} change={change} />
      <QueryView query={radar} skeleton={{ rows: 4, height: 96 }} failed={t('failed')}>
        {({ data }) => <Radar radar={data} state={state} change={change} />}
      </QueryView>
      <WatchedPanel query={query} />
    </div>
  );
}

interface RadarProps {
  readonly radar: RadarData;
  readonly state: RadarState;
  readonly change: ChangeRadar;
}

function Radar({ radar, state, change }: RadarProps) {
  const alarms = radar.alarms.filter((alarm) => state.state === '' || alarm.state === state.state);
  const first = alarms.find((alarm) => alarm.state === 'open') ?? alarms[0];
  const chosen = state.alarm ?? first?.number;
  return (
    <div className="radar-grid grid">
      <AlarmList
        radar={radar}
        alarms={alarms}
        chosen={chosen}
        onChoose={(number) => change({ alarm: String(number) })}
      />
      {chosen !== undefined && (
        <Chosen key={chosen} number={chosen} onSettled={() => change({ alarm: String(chosen) })} />
      )}
    </div>
  );
}

interface ChosenProps {
  readonly number: number;
  /** An alarm that was explained stays in view, although the list begins with an open one. */
  readonly onSettled: () => void;
}

function Chosen({ number, onSettled }: ChosenProps) {
  const { t } = useTranslation(['insight', 'radar']);
  const answer = useFigure(alarmQuery(number));
  const [opened, open] = useState<{ readonly week?: string } | null>(null);
  const read = (page: number) =>
    opened && alarmPiecesQuery({ number, ...opened, page, page_size: PIECES_PAGE });
  return (
    <div className="radar-chosen grid">
      <QueryView query={answer} skeleton={{ rows: 2, height: 220 }} failed={t('failed')}>
        {({ data: alarm }) => (
          <>
            <AlarmPanel
              alarm={alarm}
              answer={answer}
              onOpen={(week) => open(week === undefined ? {} : { week })}
            />
            <CommonPanel alarm={alarm} />
            <SettlePanel alarm={alarm} onSettled={onSettled} />
          </>
        )}
      </QueryView>
      <PiecesWindow read={read} onClose={() => open(null)} />
    </div>
  );
}
