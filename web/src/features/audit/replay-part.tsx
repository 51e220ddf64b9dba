import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorLine, noticeError } from '../../lib/api/notice-error.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { EventPanel } from './event-panel.tsx';
import { PlayerBar } from './player-bar.tsx';
import { BoardPanel, MapPanel } from './places-panel.tsx';
import { useReplay, type Replay, type Files, type ReplayEvent, spanOf } from './queries.ts';
import { DayStrip } from './day-strip.tsx';
import { HoldersBand } from './holders-band.tsx';
import { filesAt, holdersOf, placeAtTime, placeOf } from './replay-state.ts';
import { daysOf } from './unusual-groups.ts';
import { useMoments } from './use-moments.ts';
import type { ReplayAddress } from './replay-address.ts';
import { EventsPanel } from './events-panel.tsx';
import { usePlayer } from './use-player.ts';
import { useFieldWords } from './use-field-words.ts';
import { useMutation } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';

/** The file of the event's record as it stood then; what the event changed is marked. */
function FilePanel({ event, file }: { event: ReplayEvent; file: Files[string] }) {
  const { t } = useTranslation('replay');
  const { label, value } = useFieldWords();
  const changed = new Set(event.lines.map(({ field }) => field));
  const fields = Object.entries(file).filter(([, held]) => held !== null && !isEmpty(held));
  if (fields.length === 0) return <p className="muted">{t('noFile')}</p>;
  return (
    <dl className="replay-file" data-testid="replay-file">
      {fields.map(([field, held]) => (
        <div key={field} data-changed={changed.has(field) || undefined}>
          <dt className="small muted">{label(field)}</dt>
          <dd className="breaks">
            <bdi>{value(field, held)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (held: Files[string][string]): boolean => Array.isArray(held) && held.length === 0;

/** Events that are left before the next page is fetched. */
const AHEAD = 20;
const VIEWS = ['file', 'board', 'map', 'events'] as const;

/** One subject's replay: the controls, the moment, and its event. */
export function ReplayPart({ address }: { address: ReplayAddress }) {
  const { t } = useTranslation(['replay', 'audit']);
  const { values, change } = address;
  const query = useReplay(values.subject, values);
  const { replay, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const events = replay?.events ?? [];
  const place = placeOf(events, Number(values.at || 0));
  const isBehind = Number(values.at || 0) > (events.at(-1)?.position ?? 0);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && (isBehind || place > events.length - AHEAD))
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isBehind, place, events.length, fetchNextPage]);
  const kind = parseSubject(values.subject)?.kind ?? 'item';
  return (
    <>
      <Panel
        title={`${t(`subject.${kind}`)} ${replay?.name ?? (kind === 'config' ? '' : values.subject)}`}
        action={
          <span className="row wrap">
            {events.length > 0 && <SaveReplay {...values} />}
            <Button variant="quiet" onClick={() => change({ subject: '', at: '' })} testId="replay-choose">
              {t('choose')}
            </Button>
          </span>
        }
        testId="replay"
      >
        <FilterBar
          id="replay"
          values={values}
          onChange={(part) => change({ ...part, at: '' })}
          filters={[
            { name: 'from', label: t('audit:feed.from'), type: 'date' },
            { name: 'to', label: t('audit:feed.to'), type: 'date' },
          ]}
        />
        {query.isPending && <Skeleton rows={4} height={44} />}
        {query.isError && (
          <ErrorState
            title={t('failed')}
            detail={errorLine(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && events.length === 0 && <EmptyState title={t('none')} />}
        {replay !== undefined && events.length > 0 && (
          <Moment
            replay={replay}
            place={place}
            address={address}
            hasMore={hasNextPage}
            readUntil={query.readUntil}
          />
        )}
      </Panel>
    </>
  );
}

interface MomentProps {
  readonly replay: Replay;
  readonly place: number;
  readonly address: ReplayAddress;
  readonly hasMore: boolean;
  readonly readUntil: ReturnType<typeof useReplay>['readUntil'];
}

function Moment({ replay, place, address: { values, change }, hasMore, readUntil }: MomentProps) {
  const { t } = useTranslation(['replay', 'audit']);
  const { events } = replay;
  const goTo = useCallback(
    (next: number) => change({ at: String(events[next]?.position ?? '') }),
    [change, events],
  );
  const goToEnd = useCallback(async () => {
    const all = await readUntil(() => false);
    change({ at: String(all.at(-1)?.position ?? '') });
  }, [readUntil, change]);
  const goToTime = async (at: string): Promise<void> => {
    const ms = Date.parse(at);
    const all = await readUntil((last) => Date.parse(last.at) >= ms);
    change({ at: String(all[placeAtTime(all, ms)]?.position ?? '') });
  };
  const player = usePlayer(events, place, goTo, () => void goToEnd());
  const { dayOf } = useMoments();
  const event = events[place];
  const show = values.show === '' ? 'file' : values.show;
  if (event === undefined) return null;
  const files = filesAt(replay, place + 1);
  return (
    <div className="replay-moment columns gap-16 pad-14">
      <PlayerBar
        events={events}
        place={place}
        player={player}
        goTo={goTo}
        hasMore={hasMore}
        onTime={(at) => void goToTime(at)}
      />
      <div className="replay-axes span-all shrinks">
        <DayStrip
          days={daysOf(events, dayOf)}
          current={dayOf(event.at)}
          onDay={(day) =>
            goTo(
              Math.max(
                0,
                events.findIndex(({ at }) => dayOf(at) === day),
              ),
            )
          }
          testId="replay-days"
        />
        <HoldersBand
          spans={holdersOf(replay, values.subject)}
          at={event.at}
          onMoment={(at) => void goToTime(at)}
        />
      </div>
      <EventPanel event={event} />
      <div className="replay-shown">
        <SegmentedControl
          label={t('audit:view.label')}
          value={show}
          options={VIEWS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => change({ show: value === 'file' ? '' : value, at: values.at })}
          testId="replay-show"
        />
        {show === 'file' && <FilePanel event={event} file={files.get(event.stream) ?? {}} />}
        {show === 'board' && <BoardPanel files={files} moved={event.stream} />}
        {show === 'map' && <MapPanel files={files} moved={event.stream} />}
        {show === 'events' && <EventsPanel events={events} place={place} goTo={goTo} />}
      </div>
    </div>
  );
}

/** What the replay shows, with the moment it stands at, as an archive that the log signed. */
function SaveReplay({ subject, from, to, at }: ReplayAddress['values']) {
  const { t, i18n } = useTranslation('replay');
  const save = useMutation({
    mutationFn: async () => {
      const span = Object.entries({ ...spanOf({ from, to }), at }).flatMap(([name, value]) =>
        value === null || value === '' ? [] : [[name, value]],
      );
      const query = new URLSearchParams([['subject', subject], ['language', i18n.language], ...span]);
      const bytes = await fetchBytes(`/audit/replay/file?${query.toString()}`, new AbortController().signal);
      saveFile(bytes, `replay-${subject}.zip`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  return (
    <Button
      variant="quiet"
      icon={<FileCheck size={16} aria-hidden />}
      busy={save.isPending}
      onClick={() => save.mutate()}
      testId="replay-save"
    >
      {t('save')}
    </Button>
  );
}
