import type { ExportFile } from '@em/contract/exports/exports'
import type { JobLine } from '@em/contract/jobs/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, type CallOptions, cancelJob } from '../../lib/api.ts'
import { session, subscribeSession } from '../../lib/session.ts'
import { isCancelled } from '../../lib/useLongWork.ts'
import { hrefOf } from '../../links/tabs.ts'
import { notify, type Task } from '../../ui/notify.tsx'
import { Running } from '../../ui/Running.tsx'
import { linesOf, nameAndFactsOf } from './facts.ts'
import { downloadExport, readJobsAgain, saveExport } from './files.ts'

/** An export that a screen asks for. */
export interface AskedExport {
  /** The sentence while it is made: "Exporting the ledger to Excel.". */
  readonly words: string
  /** The sentence where it fails and the server gives no reason. */
  readonly failed: string
  start(options: Pick<CallOptions, 'idempotencyKey' | 'signal' | 'onJob'>): Promise<unknown>
}

/**
 * Makes a file of the books and saves it. One that takes longer is watched on every tab, and offered when it is ready; then
 * this answers once it is known to take longer.
 */
export function makeExport(client: QueryClient, asked: AskedExport): Promise<void> {
  return new Promise((answer) => void watched(client, asked, answer).finally(answer))
}

async function watched(client: QueryClient, asked: AskedExport, takesLonger: () => void): Promise<void> {
  const left = new AbortController()
  const { signal } = left
  const stop = whenSignedOut(() => left.abort())
  let task: Task | undefined
  const onJob = (job: JobLine) => {
    if (task === undefined) readJobsAgain(client)
    task ??= notify.task()
    task.say(<Running job={job} words={() => asked.words} onCancel={() => cancelJob(job.id)} />)
    takesLonger()
  }
  try {
    const file = (await asked.start({ idempotencyKey: crypto.randomUUID(), signal, onJob })) as ExportFile
    if (task === undefined) {
      await saveExport(client, file)
      notify.success(`Exported ${linesOf(file)}.`)
    } else {
      const onClick = () => void downloadExport(client, file)
      whenSignedOut(notify.offer(nameAndFactsOf(file), { label: 'Save file', onClick }))
    }
  } catch (error) {
    if (!signal.aborted) notifyFailure(asked, error, task !== undefined)
  } finally {
    stop()
    task?.close()
    readJobsAgain(client)
  }
}

function notifyFailure({ failed }: AskedExport, error: unknown, goesOn: boolean) {
  const isUnreached = error instanceof ApiFailure && error.status === 0
  if (isCancelled(error)) notify.info('The export was cancelled.')
  else if (isUnreached && goesOn)
    notify.info('The server cannot be reached. The export goes on there; its file will be found in', {
      label: 'Jobs',
      href: hrefOf('Administration', 'Jobs'),
    })
  else notify.error(failed, error)
}

/** Calls `leave` when the user signs out: the next user must not see messages about his work. Answers how to stop. */
function whenSignedOut(leave: () => void): () => void {
  const who = session()?.user.id
  const stop = subscribeSession(() => {
    if (session()?.user.id === who) return
    stop()
    leave()
  })
  return stop
}
