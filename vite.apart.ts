import { build, type InlineConfig, type Rolldown } from 'vite'

type Options = Pick<InlineConfig, 'define'> & { build?: InlineConfig['build'] }

/** Builds a script that shares no file with the app, and answers what came of it; nothing is written. */
export async function builtApart(
  input: string,
  { define, build: more }: Options = {},
): Promise<Rolldown.RolldownOutput> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    ...(define ? { define } : {}),
    build: {
      target: 'es2023',
      write: false,
      copyPublicDir: false,
      ...more,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  return built as Rolldown.RolldownOutput
}
