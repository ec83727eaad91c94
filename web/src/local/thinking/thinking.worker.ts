/** The thread in which bots think. */

import type { Asked, Thought, Wanted } from '../messages'
import { files } from '../files'
import { Thinker } from './thinker'

const thinker = new Thinker(files)

function thought(wanted: Wanted): Promise<unknown> {
  switch (wanted.kind) {
    case 'move':
      return thinker.choose(wanted.question, wanted.level, wanted.seed)
    case 'advice':
      return thinker.advise(wanted.question, wanted.seconds)
    case 'warmth':
      return thinker.warm(wanted.level, wanted.players)
  }
}

async function think({ ask, wanted }: Asked): Promise<Thought> {
  try {
    return { ask, thought: await thought(wanted) }
  } catch (problem) {
    return { ask, problem: problem instanceof Error ? problem.message : String(problem) }
  }
}

/** The page hands over the way to the host of its tables. */
self.onmessage = (introduction: MessageEvent<{ host: MessagePort }>) => {
  const { host } = introduction.data
  host.onmessage = async (asked: MessageEvent<Asked>) => host.postMessage(await think(asked.data))
}
