import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'
import { useSaveKeys } from './useSaveKeys.ts'

interface SaveButtonProps extends ButtonProps {
  onClick: () => void
}

/** The button that saves what a screen has outside a form; Ctrl-S and Ctrl-Enter press it. */
export function SaveButton(props: SaveButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useSaveKeys(() => button.current?.click())
  return <Button ref={button} {...props} />
}
