import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { addDialog, addSaver, PAGE, type Save, type SaveLayer, savingButton } from './save-keys.ts'

const Layer = createContext<SaveLayer>(PAGE)
/** Says which dialog what is within it belongs to. */
export const SaveLayerProvider = Layer.Provider

/** Ctrl-S and Ctrl-Enter run `save`; with several forms, those in the `form` that has the focus. */
export function useSaveKeys(save: Save, form?: RefObject<HTMLElement | null>) {
  const layer = useContext(Layer)
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(
    () => addSaver(layer, { save: (isNext) => latest.current(isNext), form: () => form?.current ?? null }),
    [layer, form],
  )
}

/** Keeps the keys within an open dialog: without a form or a bar of actions in it they press the saving button of its `body`. */
export function useDialogSaveKeys(
  opened: boolean,
  { isOnTop, body }: { isOnTop: boolean; body: RefObject<HTMLElement | null> | null },
): SaveLayer {
  const [layer] = useState<SaveLayer>(() => [])
  useEffect(() => {
    if (!opened) return
    return addDialog({ layer, isOnTop, save: () => savingButton(body?.current ?? null)?.click() })
  }, [opened, isOnTop, layer, body])
  return layer
}
