import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';

/** What is changed, as it stands in the address: a link shows the same result. */
export interface CapacityState {
  /** `factory:31`; empty = the person's own site. */
  readonly where: string;
  /** Places of stages that differ from what the log shows; null = no limit. */
  readonly places: ReadonlyMap<StatusId, number | null>;
  /** Pieces per week; null = as many as came. */
  readonly weekly: number | null;
  /** A factory that hands a share of its pieces to this one (percent); null = none. */
  readonly other: number | null;
  readonly share: number;
}

const MOST_PLACES = 999;
const MOST_WEEKLY = 20_000;

/** A whole number of the address within its bounds; undefined for anything else. */
function wholeIn(text: string, most: number): number | undefined {
  const value = Number(text);
  return text !== '' && Number.isInteger(value) && value >= 1 && value <= most ? value : undefined;
}

export function readCapacityState(params: URLSearchParams): CapacityState {
  const other = /^factory:(\d+)$/.exec(params.get('other') ?? '')?.[1];
  return {
    where: params.get('where') ?? '',
    places: new Map((params.get('places') ?? '').split(',').flatMap(placesIn)),
    weekly: wholeIn(params.get('weekly') ?? '', MOST_WEEKLY) ?? null,
    other: other === undefined ? null : Number(other),
    share: wholeIn(params.get('share') ?? '', 100) ?? 10,
  };
}

/** `5:3` is three places at stage 5, `5:` none too many. */
function placesIn(part: string): [StatusId, number | null][] {
  const [id = '', count = ''] = part.split(':');
  const stage = Number(id);
  if (!part.includes(':') || !isStatusId(stage)) return [];
  const places = count === '' ? null : wholeIn(count, MOST_PLACES);
  return places === undefined ? [] : [[stage, places]];
}

/** The parameter after a change of one stage; what equals the log's own places is left out. */
export function placesParam(
  { places }: Pick<CapacityState, 'places'>,
  stage: StatusId,
  typed: string,
  own: number | null,
): string {
  const value = typed === '' ? null : wholeIn(typed, MOST_PLACES);
  const after = new Map(places);
  if (value === undefined || value === own) after.delete(stage);
  else after.set(stage, value);
  return [...after].map(([id, count]) => `${id}:${count ?? ''}`).join(',');
}
