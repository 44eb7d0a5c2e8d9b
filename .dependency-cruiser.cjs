// Who may import whom. Every line is a wall; none names a module, so adding one changes nothing here.
const wall = (name, from, to) => ({ name, severity: 'error', from, to })

/**
 * The folders of the kit, in their order. `src/crud` is what they are taken out of, and none of them reaches back into it;
 * only `fields` still does, to read pasted lines. The cells of its lines read the store of a form as well.
 */
const kit = ['data', 'attached', 'fields', 'table', 'form', 'record', 'list']
const kitWalls = kit.map((folder, at) => {
  const later = [...kit.slice(at + 1), 'crud'].filter(one => folder !== 'fields' || (one !== 'crud' && one !== 'form'))
  return wall(
    `${folder}-knows-what-comes-before-it`,
    { path: `^src/${folder}/`, pathNot: '[.]test[.]' },
    { path: `^src/(${later.join('|')})/` },
  )
})

module.exports = {
  forbidden: [
    wall('no-cycles', {}, { circular: true }),
    wall(
      'contract-is-pure',
      { path: '^contract/', pathNot: '[.]test[.]ts$' },
      { pathNot: '^contract/|node_modules/zod/' },
    ),
    wall('client-and-server-meet-only-in-the-contract', { path: '^(src|sw)/' }, { path: '^server/' }),
    wall('server-knows-no-client', { path: '^server/' }, { path: '^(src|sw)/' }),
    wall(
      'ui-and-lib-know-no-business',
      { path: '^src/(ui|lib)/' },
      {
        // How letters compare, which nobody sees and how a phone is written is no business, and device and server must agree on it.
        path: '^contract/(?!(fold|format-phone|unseen)[.]ts$)|^src/(?!ui/|lib/)',
      },
    ),
    wall(
      'offline-works-without-react',
      { path: '^(sw|src/offline)/', pathNot: '[.]test[.]' },
      { path: '^src/(?!offline/|lib/)|node_modules/react/' },
    ),
    wall(
      'shared-parts-know-no-desk',
      {
        path: `^src/(crud|${kit.join('|')}|scan|session|parts|labels)/|^server/(crud|db|flows|lib)/`,
        pathNot: '[.]test[.]',
      },
      { path: '^src/modules/|^server/(modules|calls|lists|sync)/' },
    ),
    ...kitWalls,
    wall(
      'acts-know-no-screen',
      { path: '^src/crud/acts/', pathNot: '[.]test[.]' },
      {
        path: '^src/(?!crud/|data/|fields/|offline/|session/|lib/|ui/)|^src/crud/(?!acts/|(say-waiting|outcome-of|why-not)[.]ts$)',
      },
    ),
    wall('only-the-shell-knows-pages', { path: '^src/(?!app/|pages/|main[.])' }, { path: '^src/(app|pages)/' }),
    wall(
      'desks-do-not-know-each-other',
      { path: '^(src|server)/modules/([^/.]+)/' },
      { path: '^$1/modules/', pathNot: '^$1/modules/$2/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
