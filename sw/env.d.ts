interface ImportMeta {
  env: Record<string, string | undefined>
}
