import { type Cast, type Part, wander } from '../cast.ts';
import { VIEWERS, type Viewer } from '../installation.ts';
import { TestScreen } from '../screens.ts';

const LONG_SLEEP_MS = 60_000;

/** Opens a screen at some moment; it follows its topics to the end. */
export function screen(index: number): Part {
  return {
    actor: `opens-${index}`,
    run: async (cast) => {
      const { stage } = cast;
      const viewer = stage.scheduler.pick(VIEWERS);
      await wander(stage, 4);
      const opened = new TestScreen(stage, {
        name: `screen-${index}`,
        viewer,
        topics: topicsOf(cast, viewer),
        nodes: () => cast.apis,
        items: [...cast.pieces, ...cast.counterPieces, cast.newPiece].map(({ id }) => id),
      });
      cast.screens.push(opened);
      opened.open();
    },
  };
}

function topicsOf({ stage, pieces }: Cast, viewer: Viewer): readonly string[] {
  const { site } = stage.installation;
  const { scheduler } = stage;
  switch (viewer) {
    case 'paris':
      return scheduler.pick([
        [`store:${site('PAR')}`],
        [`store:${site('PAR')}`, ...ownPiece(pieces, site('PAR'))],
      ]);
    case 'tokyo':
      return [`store:${site('TYO')}`];
    case 'factory':
      return [`site:${site('FSZ')}`, `stage:${site('FSZ')}:3`, `stage:${site('FSZ')}:4`];
    case 'admin':
      return [`store:${site('PAR')}`, `site:${site('WHS')}`];
    default:
      return viewer satisfies never;
  }
}

function ownPiece(pieces: Cast['pieces'], storeId: number): readonly string[] {
  const own = pieces.find((piece) => piece.storeId === storeId);
  return own === undefined ? [] : [`item:${own.id}`];
}

/** Connections that break, and tablets whose lid is closed for a while. */
export const network: Part = {
  actor: 'network',
  run: async (cast) => {
    const { stage } = cast;
    const { scheduler } = stage;
    for (let left = 1 + Math.floor(scheduler.random() * 4); left > 0; left -= 1) {
      await wander(stage);
      if (cast.screens.length === 0) continue;
      const one = scheduler.pick(cast.screens);
      if (scheduler.chance(0.6)) one.cut();
      else await sleep(cast, one);
    }
  },
};

async function sleep({ stage }: Cast, one: TestScreen): Promise<void> {
  stage.scheduler.freeze(one.name);
  await wander(stage, 4);
  stage.time.advance(stage.scheduler.random() * LONG_SLEEP_MS);
  await wander(stage);
  stage.scheduler.thaw(one.name);
}
