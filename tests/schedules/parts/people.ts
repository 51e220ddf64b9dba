import type { Cast, Part } from '../cast.ts';
import { fulfil, wishFor, type Acknowledged, type Wish } from '../pieces.ts';

const SITES = ['PAR', 'FSZ', 'WHS', 'TYO'];

/** A person who requests one thing, at any node, again under the same key until it is answered. */
export function person(index: number): Part {
  return {
    actor: `person-${index}`,
    isWork: true,
    run: async (cast) => {
      const { stage, pieces } = cast;
      const sites = SITES.map(stage.installation.site);
      const key = `wish-${pieces[0]?.id}-${index}`;
      const wish = wishFor(key, pieces, { scheduler: stage.scheduler, sites });
      let done: Acknowledged | undefined;
      while (done === undefined) {
        await stage.scheduler.pause('asks');
        done = await ask(cast, wish);
      }
      cast.acknowledged.push(done);
    },
  };
}

/** Undefined when the answer did not come: the node was killed, or its connection broke. */
async function ask({ stage, apis }: Cast, wish: Wish): Promise<Acknowledged | undefined> {
  const node = stage.scheduler.pick(apis);
  const answer = stage.runAs(node.name, () => fulfil(node.store, wish));
  return Promise.race([
    answer.catch((error: unknown) => {
      stage.noteTrouble(error);
      return undefined;
    }),
    node.died.then(() => undefined),
  ]);
}
