/** Tabler's single-icon files carry no types; taking them one by one keeps five thousand others out of the build. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
