/** The product's mark. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ display: 'block', flex: 'none' }}
    >
      <rect width="32" height="32" rx="7" fill="#3350c4" />
      <g fill="#fff">
        <rect x="7" y="17" width="4" height="8" rx="1" />
        <rect x="14" y="12" width="4" height="13" rx="1" />
        <rect x="21" y="7" width="4" height="18" rx="1" />
      </g>
    </svg>
  )
}
