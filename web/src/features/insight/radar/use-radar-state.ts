import { useSearchParams } from 'react-router-dom';

export const ALARM_STATES = ['open', 'settled'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** What stands in the address: a reload, a link and "back" show the same alarm. */
export interface RadarState {
  readonly line: string;
  readonly reason: string;
  readonly factory: string;
  readonly state: AlarmState | '';
  /** The alarm that is shown; null = the first of the list. */
  readonly alarm: number | null;
}

const ID = /^[1-9]\d{0,14}$/;
const idIn = (text: string | null): string => (text !== null && ID.test(text) ? text : '');

export function readRadarState(params: URLSearchParams): RadarState {
  const alarm = idIn(params.get('alarm'));
  return {
    line: params.get('line') ?? '',
    reason: idIn(params.get('reason')),
    factory: idIn(params.get('factory')),
    state: ALARM_STATES.find((each) => each === params.get('state')) ?? '',
    alarm: alarm === '' ? null : Number(alarm),
  };
}

/** The parameters of the calls that list. */
export const radarFilters = ({ line, reason, factory }: RadarState) => ({
  ...(line !== '' && { line }),
  ...(reason !== '' && { reason_id: Number(reason) }),
  ...(factory !== '' && { factory_id: Number(factory) }),
});

export type ChangeRadar = (part: Partial<Record<keyof RadarState, string>>) => void;

/** The state of the address, and a way to change parts of it; an empty text takes a part away. */
export function useRadarState(): [RadarState, ChangeRadar] {
  const [params, setParams] = useSearchParams();
  const change: ChangeRadar = (part) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(part))
        if (value === '') after.delete(name);
        else after.set(name, value);
      return after;
    });
  return [readRadarState(params), change];
}
