import { Modal as Base, Button, getDefaultZIndex } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { confirm, withdraw } from './confirm.tsx'
import { SaveLayerProvider, useDialogSaveKeys } from './form/useSaveKeys.ts'
import { PageLists } from './grid/views/page-lists.ts'
import { useDialogFocus } from './useDialogFocus.ts'
import { useHistoryStep } from './useHistoryStep.ts'
import { useMounted } from './useMounted.ts'

export { confirm, confirmDelete } from './confirm.tsx'

/** The question before something typed is lost. */
export const DISCARD = { title: 'Discard your changes?', confirm: 'Discard', danger: true }

/** Modals fade in and out; closing takes this long, as specified. */
export const MODAL_MS = 300

/** Hides the screen below a locked dialog: no user is signed in to see it. */
const COVER = { backgroundOpacity: 0.7, blur: 12 }

interface ModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem'
  /** Whether something would be lost: then Esc, the cross, a click outside and `CancelButton` ask first. */
  dirty?: boolean
  /** Lies above every other dialog, whichever of them came into the page later. */
  onTop?: boolean
  /** Cannot be closed but by what it asks for, and hides what lies below it. */
  locked?: boolean
  /** Its content takes and returns the focus on its own, and it opens at once. */
  ownFocus?: boolean
  /** Asks before something is done: Ctrl-S, pressed once more, is no answer. */
  isQuestion?: boolean
  children: ReactNode
}

/** The dialogs that are open, the newest last. */
const open: { onTop: boolean; close: () => void; leave: () => void }[] = []

type Opened = (typeof open)[number]

/** The dialog on top, as a write is sent from it; a question above it was answered before. */
export const dialogOnTop = (): Opened | null => open.findLast(({ onTop }) => !onTop) ?? null

/** A dialog that is busy closes once the answer has reached it. */
const SETTLED_MS = [0, 100, 300]

/** Closes a dialog as after a save: what was typed in it is sent. */
export function closeAsSaved(dialog: unknown): void {
  for (const ms of SETTLED_MS) {
    setTimeout(() => open.find((one) => one === dialog)?.leave(), ms)
  }
}

/** A popover of a field that holds the focus: a calendar. */
const POPOVER = '[role="dialog"][data-position]'

/** Escape goes to the topmost dialog alone; if each dialog listened for it, all of them would close. */
function onEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list or calendar in the dialog takes it for itself.
  const { target } = event
  if (
    target instanceof Element &&
    (target.getAttribute('data-mantine-stop-propagation') === 'true' || target.closest(POPOVER))
  )
    return
  const top = open.findLast(({ onTop }) => onTop) ?? open.at(-1)
  top?.close()
}

function useEscape(opened: boolean, onTop: boolean, ways: { close: () => void; leave: () => void }) {
  const latest = useRef(ways)
  useEffect(() => {
    latest.current = ways
  })
  useEffect(() => {
    if (!opened) return
    const mine = { onTop, close: () => latest.current.close(), leave: () => latest.current.leave() }
    if (open.push(mine) === 1) window.addEventListener('keydown', onEscape, { capture: true })
    return () => {
      open.splice(open.indexOf(mine), 1)
      if (open.length === 0) window.removeEventListener('keydown', onEscape, { capture: true })
    }
  }, [opened, onTop])
}

/** How the dialog around is left, asking first where something would be lost. */
const Leave = createContext<() => void>(() => undefined)

/** The Cancel of a dialog: leaves it as Esc and the cross do. */
export function CancelButton({ disabled = false }: { disabled?: boolean }) {
  const leave = useContext(Leave)
  return (
    <Button variant="default" disabled={disabled} onClick={leave}>
      Cancel
    </Button>
  )
}

/** A dialog with a title. */
export function Modal(props: ModalProps) {
  const {
    opened,
    onClose,
    title,
    size = 'md',
    dirty,
    onTop,
    locked,
    ownFocus = false,
    isQuestion = false,
    children,
  } = props
  const mounted = useMounted()
  const body = useRef<HTMLDivElement>(null)
  useDialogFocus(opened && mounted && !ownFocus, body)
  const layer = useDialogSaveKeys(opened && mounted, {
    isOnTop: onTop === true || locked === true,
    body: isQuestion ? null : body,
  })
  const asking = useRef<Promise<boolean> | null>(null)
  const isSecondClick = useRef(false)
  // Closed by something else, as by a save that was under way: nothing is left to discard.
  useEffect(() => {
    if (!opened) return
    return () => {
      if (asking.current !== null) withdraw(asking.current)
    }
  }, [opened])
  const close = async () => {
    if (locked) return
    if (isSecondClick.current) {
      isSecondClick.current = false
      return
    }
    if (dirty) {
      const asked = confirm(DISCARD)
      asking.current = asked
      const agreed = await asked
      if (asking.current === asked) asking.current = null
      if (!agreed) return
    }
    onClose()
  }
  useHistoryStep(opened && mounted && locked !== true, () => void close())
  useEscape(opened && mounted, onTop === true || locked === true, {
    close: () => void close(),
    leave: () => {
      if (locked !== true) onClose()
    },
  })
  return (
    <Base
      closeOnEscape={false}
      opened={opened && mounted}
      onClose={() => void close()}
      title={title}
      size={size}
      centered
      zIndex={getDefaultZIndex('modal') + (locked ? 2 : onTop ? 1 : 0)}
      withCloseButton={locked !== true}
      overlayProps={{
        ...(locked === true ? COVER : {}),
        // The second of two clicks that open a row can land outside the dialog that the first one opened: it
        // does not close it. The browser counts the clicks, so a busy machine makes no difference.
        onClick: ({ detail }) => {
          isSecondClick.current = detail > 1
        },
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: '1rem' } }}
      trapFocus={!ownFocus}
      returnFocus={!ownFocus}
      transitionProps={{
        transition: 'fade',
        duration: ownFocus ? 0 : 200,
        exitDuration: ownFocus ? 0 : MODAL_MS,
      }}
    >
      <Leave.Provider value={() => void close()}>
        <PageLists.Provider value={false}>
          <SaveLayerProvider value={layer}>
            <div ref={body}>{children}</div>
          </SaveLayerProvider>
        </PageLists.Provider>
      </Leave.Provider>
    </Base>
  )
}
