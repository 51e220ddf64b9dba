/** A task as it is written in `locales/<lng>/guide-*.json`. */
export interface TaskTexts {
  readonly title: string;
  readonly steps: readonly string[];
  /** What the screen shows when it went well, and what to do when it did not. */
  readonly done: string;
  readonly help: string;
}

/** A guide's own tasks by their names, with the line about the day before them. */
export interface GuideTexts {
  readonly day: string;
  readonly tasks: Readonly<Record<string, TaskTexts>>;
}

type Written = Readonly<Record<string, TaskTexts | string>>;

/** What a file holds, as a guide. */
export function guideOf(written: Written): GuideTexts {
  const day = written['day'];
  const tasks = Object.entries(written).filter(
    (entry): entry is [string, TaskTexts] => typeof entry[1] !== 'string',
  );
  return { day: typeof day === 'string' ? day : '', tasks: Object.fromEntries(tasks) };
}

export const sentencesOf = ({ steps, done, help }: TaskTexts): readonly string[] => [...steps, done, help];
