import {
  type ActionPreview,
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import type { JobLine } from '@em/contract/jobs/jobs'
import type { Reply, Route } from '@em/contract/kit/route'
import { Button, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  ApiFailure,
  type CallArguments,
  call,
  cancelJob,
  messageOf,
  type Sendable,
} from '../../../lib/api.ts'
import { featureOf, invalidateAfter } from '../../../lib/query.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Running } from '../../../ui/Running.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import { WillWait } from '../../../ui/WillWait.tsx'
import { Previewed } from './Entitlements.tsx'

type Values = Record<string, string>

export interface ActWords {
  readonly title: string
  readonly lead?: ReactNode
  readonly button: string
  readonly at: string
  /** "is processed": what the message says of the event. */
  readonly done: string
  readonly failed: string
}

interface ActDialogProps {
  action: CorporateActionDetail
  route: Route
  words: ActWords
  start?: Values
  validate?: (values: Values) => Record<string, string | null>
  /** The body to send; null while it is not complete. */
  bodyOf: (values: Values) => object | null
  /** The body of the preview, where it differs from the one to send: a reason changes nothing in the books. */
  previewBodyOf?: (values: Values) => object | null
  /** Why it cannot be done now, though it can be previewed. */
  blocked?: string | null
  /** Without the entitlements of all portfolios. */
  brief?: boolean
  danger?: boolean
  size?: 'lg' | '80rem'
  /** The fields. */
  children?: (form: UseFormReturnType<Values>) => ReactNode
  onClose: () => void
}

const NO_FAULTS = () => ({})

/** One act on an event: what it would do is shown first, then it is done, once; what takes long shows how far it is. */
export function ActDialog(props: ActDialogProps) {
  const { action, route, words, bodyOf, blocked = null, brief = false, danger = false, onClose } = props
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: props.start ?? {}, validate: props.validate ?? NO_FAULTS })
  const previewBody = (props.previewBodyOf ?? bodyOf)(form.values)
  const previewed = useActPreview(route, action.id, previewBody)
  const notifyDone = (reply: CorporateActionDetail | ActionPreview) => {
    if ('dryRun' in reply) return
    notify.done(`${action.title} ${words.done}.`)
    onClose()
  }
  const work = useLongWork(route, `${route.name}.${action.id}`, {
    onFound: (reply) => notifyDone(reply as CorporateActionDetail),
    onFoundFailed: (error) => notify.error(words.failed, error),
  })
  const once = useOnce(work.run)
  const submit = async (values: Values) => {
    const body = bodyOf(values)
    if (body === null) return
    const sent = { params: { id: action.id }, query: {}, body } as unknown as Sendable<Route>
    notifyDone((await once(sent)) as Reply<typeof corporateActions.process>)
  }
  const reload = () => {
    void invalidateAfter(client, featureOf(route))
    previewed.again()
  }
  const isPreviewable = previewBody !== null
  const isPreviewing = isPreviewable && previewed.preview === null && previewed.refusal === null
  return (
    <Modal opened onClose={onClose} title={words.title} size={props.size ?? '80rem'} dirty={form.isDirty()}>
      <FormShell
        form={form}
        sticky={false}
        failed={words.failed}
        onSubmit={submit}
        onFailure={(error, dismiss) =>
          isStale(error) && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                reload()
                dismiss()
              }}
            >
              Reload
            </Button>
          )
        }
      >
        <Stack gap="md">
          {words.lead !== undefined && <p className={textCss.lead}>{words.lead}</p>}
          {blocked !== null && <Banner tone="info">{blocked}</Banner>}
          {props.children?.(form)}
          {previewed.refusal !== null && (
            <Banner tone="error">
              {messageOf(previewed.refusal, 'What it would do could not be shown.')}
            </Banner>
          )}
          {isPreviewing && previewed.job !== null && (
            <Running
              job={previewed.job}
              words={(said) => `${said ?? 'Reading the holdings'}. Nothing is recorded.`}
              onCancel={() => cancelJob(previewed.job?.id ?? 0)}
            />
          )}
          {isPreviewing && <Skeletons rows={3} />}
          <WillWait preview={previewed.preview} />
          {previewed.preview !== null && <Previewed preview={previewed.preview} brief={brief} />}
          {work.busy && (
            <Running
              job={work.job}
              words={(said) => `${said ?? words.at}.`}
              {...(work.job !== null && { onCancel: work.cancel })}
            />
          )}
          <DialogActions>
            <CancelButton disabled={work.busy} />
            <Button
              type="submit"
              loading={work.busy}
              {...(danger ? { color: 'red' } : {})}
              disabled={blocked !== null || (isPreviewable && previewed.preview === null)}
            >
              {words.button}
            </Button>
          </DialogActions>
        </Stack>
      </FormShell>
    </Modal>
  )
}

/** Another user was faster: the present state must be read first. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.code === 'action.stale' || error.code === 'record.stale')

export interface ActPreview {
  readonly preview: ActionPreview | null
  readonly refusal: unknown
  /** The job of the preview, once it takes longer than a moment. */
  readonly job: JobLine | null
  /** Asks again, after a refusal. */
  readonly again: () => void
}

/** The effect of an act, asked of the server once typing has paused. `body` null asks nothing. */
export function useActPreview(route: Route, id: number, body: object | null): ActPreview {
  const [job, setJob] = useState<JobLine | null>(null)
  const [times, setTimes] = useState(0)
  const sent = body === null ? '' : JSON.stringify({ id, body, times })
  const { preview, refusal } = usePreview(sent, async (signal): Promise<ActionPreview> => {
    const input = { params: { id }, query: { dryRun: '1' }, body, signal, onJob: setJob }
    try {
      const reply: unknown = await call(route, ...([input] as unknown as CallArguments<Route>))
      return reply as ActionPreview
    } finally {
      if (!signal.aborted) setJob(null)
    }
  })
  return { preview, refusal, job, again: () => setTimes((before) => before + 1) }
}
