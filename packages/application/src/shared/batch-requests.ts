interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 500;

/**
 * Batches requests: those that arrive while a batch is under way form the next one. A lone request is sent at once; when thousands of
 * screens reconnect, one statement serves hundreds. `work` returns answers in the order of its requests, and starts after all of them
 * arrived; its failure rejects all of them.
 */
export function batchRequests<Place extends object, Ask, Answer>(
  work: (place: Place, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (place: Place, ask: Ask) => Promise<Answer> {
  const lines = new WeakMap<Place, Waiting<Ask, Answer>[]>();
  const answerAll = async (place: Place, line: Waiting<Ask, Answer>[]): Promise<void> => {
    for (let some = line.splice(0, MOST_AT_ONCE); some.length > 0; some = line.splice(0, MOST_AT_ONCE))
      await answer(some, (asks) => work(place, asks));
    lines.delete(place);
  };
  return (place, ask) =>
    new Promise((resolve, reject) => {
      const line = lines.get(place);
      const one = { ask, resolve, reject };
      if (line !== undefined) return void line.push(one);
      const begun = [one];
      lines.set(place, begun);
      void answerAll(place, begun);
    });
}

async function answer<Ask, Answer>(
  some: readonly Waiting<Ask, Answer>[],
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await work(some.map(({ ask }) => ask));
    if (answers.length !== some.length) throw new Error('fewer answers than questions');
    // As many as there are questions, so none is missing.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    some.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}
