import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'

/** Takes the fault of the repeated password away as soon as both are the same, whichever of them was edited. */
export function useMatching<Values extends { confirmPassword: string }>(
  form: UseFormReturnType<Values>,
  password: string,
): void {
  const { clearFieldError } = form
  const matches = form.values.confirmPassword !== '' && form.values.confirmPassword === password
  const isAtFault = form.errors['confirmPassword'] !== undefined
  useEffect(() => {
    if (matches && isAtFault) clearFieldError('confirmPassword')
  }, [matches, isAtFault, clearFieldError])
}
