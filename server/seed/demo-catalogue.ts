/** What the sample business sells, and what it repairs it with. */

type DemoProduct = {
  sku: string
  name: string
  category: string
  /** In rupees. */
  price: number
  colours: string[]
  warrantyDays: number
  hsn: string
}

const of = (category: string, hsn: string, lines: [string, string, number, number, string][]): DemoProduct[] =>
  lines.map(([sku, name, price, warrantyDays, colours]) => ({
    sku,
    name,
    category,
    price,
    warrantyDays,
    colours: colours.split(', '),
    hsn,
  }))

export const products: DemoProduct[] = [
  ...of('Massagers', '90191020', [
    ['KW-PRO', 'Kneadwell Pro massager', 4_999, 730, 'Black, Grey, Rose gold'],
    ['KW-MINI', 'Kneadwell Mini massager', 2_499, 365, 'White, Pink, Teal'],
    ['PG-2', 'PulseGun 2 massage gun', 5_999, 365, 'Black, Silver'],
    ['NS-10', 'Neck and shoulder wrap', 3_299, 365, 'Grey, Navy'],
    ['BC-40', 'Back cushion massager', 3_999, 365, 'Black, Grey'],
    ['EM-5', 'Eye massager', 2_799, 365, 'White, Lavender'],
  ]),
  ...of('Hair care', '85163100', [
    ['SA-1800', 'SilkAir hair dryer', 3_299, 730, 'Black, White, Rose gold'],
    ['SA-900', 'SilkAir Travel dryer', 1_799, 365, 'White, Mint, Pink'],
    ['GS-230', 'GlideStraight straightener', 2_499, 365, 'Black, Rose gold'],
    ['CW-25', 'CurlWave curler', 2_299, 365, 'Black, Purple'],
    ['VB-3', 'VoluBrush hot air brush', 2_999, 365, 'Black, Teal'],
  ]),
  ...of('Oral care', '85098000', [
    ['AJ-220', 'AquaJet oral irrigator', 2_799, 730, 'White, Blue'],
    ['AJ-90', 'AquaJet Travel irrigator', 1_999, 365, 'White, Black'],
    ['SS-5', 'SonicSmile toothbrush', 1_899, 730, 'White, Black, Mint'],
    ['SS-K', 'SonicSmile Kids toothbrush', 1_299, 365, 'Blue, Pink'],
    ['UV-2', 'UV toothbrush steriliser', 1_499, 365, 'White'],
  ]),
  ...of('Skin care', '85437099', [
    ['FG-3', 'FaceGlow cleansing brush', 1_999, 365, 'Pink, Mint, White'],
    ['LM-7', 'LumaMask LED mask', 7_999, 365, 'White'],
    ['ST-1', 'SteamSpa facial steamer', 1_799, 365, 'White, Lavender'],
    ['IPL-500', 'SmoothLight IPL', 12_999, 730, 'White, Gold'],
    ['PV-4', 'PoreClear vacuum', 1_699, 180, 'Black, White'],
  ]),
  ...of('Foot care', '90191020', [
    ['FS-20', 'FootSpa Deluxe', 4_999, 400, 'Teal, White'],
    ['FS-10', 'FootSpa Compact', 2_999, 365, 'Blue, Grey'],
    ['PS-2', 'PediSmooth callus remover', 1_499, 180, 'Pink, Blue'],
    ['TS-1', 'ThermoSole foot warmer', 1_899, 180, 'Grey, Red'],
  ]),
  ...of('Shavers and trimmers', '85101000', [
    ['ET-7', 'EdgeTrim beard trimmer', 1_799, 730, 'Black, Navy'],
    ['ET-11', 'EdgeTrim Pro grooming kit', 2_999, 730, 'Black, Gold'],
    ['CC-5', 'CleanCut wet and dry shaver', 3_999, 730, 'Black, Silver'],
    ['BG-3', 'BodyGroom trimmer', 1_699, 365, 'Black, Green'],
  ]),
  ...of('Baby care', '84212900', [
    ['TT-1', 'TinyTrim nail trimmer', 899, 180, 'Pink, Mint'],
    ['DM-3', 'DreamMist humidifier', 2_499, 365, 'White, Blue'],
    ['NC-1', 'NasalCare aspirator', 1_399, 180, 'White'],
  ]),
]

/** Per category: code, name, cost in rupees, and what goes wrong with it with what is done then. */
type DemoPart = { code: string; name: string; category: string; cost: number; problems: [string, string][] }

const parts = (category: string, prefix: string, lines: [string, number, ...[string, string][]][]): DemoPart[] =>
  lines.map(([name, cost, ...problems], at) => ({
    code: `P-${prefix}${String(at + 1).padStart(2, '0')}`,
    name,
    category,
    cost,
    problems,
  }))

export const demoParts: DemoPart[] = [
  ...parts('Massagers', 'M', [
    [
      'Brushless motor 24 V',
      620,
      ['Motor makes noise', 'Grease the bearing, else replace the motor'],
      ['Does not turn', 'Measure the winding, replace the motor'],
    ],
    [
      'Battery pack 2600 mAh',
      480,
      ['Runs less than 20 minutes', 'Replace the battery pack'],
      ['Swollen battery', 'Replace at once, dispose of the old one'],
    ],
    ['Massage head set', 180, ['Head worn out', 'Replace the head set']],
    [
      'Control board KW',
      390,
      ['Switches itself off', 'Update or replace the board'],
      ['Buttons do not react', 'Clean the contacts, replace the board'],
    ],
    ['Charger 15 V', 260, ['Does not charge', 'Try another charger, replace it']],
    ['Heating pad', 150, ['Stays cold', 'Measure the fuse, replace the pad']],
    ['Cover fabric grey', 120],
    ['Silicone grip', 60],
    ['Gear unit', 340, ['Gear slips', 'Replace the gear unit']],
  ]),
  ...parts('Hair care', 'H', [
    ['AC motor 1800 W', 540, ['Smells burnt', 'Clean the fan, replace the motor']],
    ['Heating element', 310, ['No hot air', 'Measure the element and the thermostat']],
    ['Thermostat', 70, ['Overheats', 'Replace the thermostat']],
    ['Ceramic plate pair', 220, ['Coating comes off', 'Replace both plates']],
    ['Swivel cord 2.5 m', 140, ['Cord breaks at the handle', 'Replace the cord']],
    ['Air filter grille', 45, ['Grille blocked', 'Clean or replace it']],
    ['Concentrator nozzle', 55],
    ['Brush barrel 32 mm', 160, ['Bristles melted', 'Replace the barrel']],
    ['Switch panel', 95, ['Cool shot stuck', 'Replace the switch panel']],
  ]),
  ...parts('Oral care', 'O', [
    [
      'Pump unit',
      330,
      ['Weak jet', 'Descale, replace the pump'],
      ['Leaks at the pump', 'Replace the seal and the pump'],
    ],
    ['Water tank 300 ml', 110, ['Tank cracked', 'Replace the tank']],
    ['Nozzle set of 4', 90],
    ['Seal kit', 25, ['Leaks at the tank', 'Replace the seals']],
    ['Lithium cell 14500', 130, ['Does not hold its charge', 'Replace the cell']],
    ['Charging base', 170, ['Base does not charge', 'Replace the base']],
    ['Sonic drive', 280, ['Vibrates weakly', 'Replace the drive']],
    ['Brush head medium, 2 pieces', 80],
    ['UV lamp', 140, ['Lamp stays dark', 'Replace the lamp']],
  ]),
  ...parts('Skin care', 'S', [
    ['LED array red and blue', 890, ['Some LEDs stay dark', 'Replace the array']],
    [
      'IPL lamp head',
      2_100,
      ['No flash', 'Replace the lamp head'],
      ['Flashes weakly', 'Read the counter, replace the lamp head'],
    ],
    ['Steam generator', 260, ['Little steam', 'Descale, replace the generator']],
    ['Brush drive', 190, ['Brush stalls', 'Replace the drive']],
    ['Vacuum pump', 240, ['No suction', 'Clean the filter, replace the pump']],
    ['Head strap', 40],
    ['Skin contact sensor', 150, ['Does not detect skin', 'Clean or replace the sensor']],
    ['USB-C charging board', 120, ['Does not charge', 'Replace the board']],
  ]),
  ...parts('Foot care', 'F', [
    [
      'Tub with heater',
      680,
      ['Water stays cold', 'Measure the heater, replace the tub'],
      ['Tub leaks', 'Replace the tub'],
    ],
    ['Bubble pump', 310, ['No bubbles', 'Clean the valve, replace the pump']],
    ['Roller set', 90, ['Rollers stuck', 'Clean or replace them']],
    ['Drain hose', 60],
    ['Control panel FS', 270, ['Display dark', 'Replace the panel']],
    ['Callus roller, coarse', 70],
    ['Callus roller, fine', 70],
    ['Battery 1200 mAh', 160, ['Runs less than 20 minutes', 'Replace the battery']],
  ]),
  ...parts('Shavers and trimmers', 'T', [
    ['Blade set T', 210, ['Pulls hair', 'Oil, then replace the blade set']],
    ['Shaver foil and cutter', 340, ['Foil torn', 'Replace foil and cutter']],
    ['Motor 3.7 V', 180, ['Motor stalls', 'Clean the drive, replace the motor']],
    ['Lithium cell 18650', 150, ['Runs less than 20 minutes', 'Replace the cell']],
    ['Comb set 3 to 12 mm', 75, ['Comb broken', 'Replace the comb set']],
    ['Charging cable USB-C', 65, ['Does not charge', 'Try another cable, replace it']],
    ['Length dial', 55, ['Dial jumps', 'Replace the dial']],
    ['Waterproof seal', 20, ['Water inside', 'Dry, replace the seal']],
    ['Travel pouch', 90],
  ]),
  ...parts('Baby care', 'B', [
    ['Ultrasonic disc', 140, ['No mist', 'Clean or replace the disc']],
    ['Water filter', 85],
    ['File pad set', 50],
    ['Aspirator tips', 60],
    ['Fan 5 V', 75, ['Fan rattles', 'Replace the fan']],
    ['Night light board', 95, ['Light flickers', 'Replace the board']],
    ['Suction motor', 190, ['No suction', 'Replace the motor']],
    ['Adapter 12 V', 150, ['Does not switch on', 'Replace the adapter']],
  ]),
]

export const banks = [
  {
    name: 'HDFC current account',
    bankBranch: 'Lower Parel, Mumbai',
    ifsc: 'HDFC0000240',
    accountHolder: 'Caredesk Personal Care Pvt. Ltd.',
    accountNumber: '50200041827712',
    upiId: 'caredesk@hdfcbank',
    openingBalance: 1_284_650_00,
  },
  {
    name: 'ICICI collections',
    bankBranch: 'Bandra Kurla Complex, Mumbai',
    ifsc: 'ICIC0000393',
    accountHolder: 'Caredesk Personal Care Pvt. Ltd.',
    accountNumber: '039305012894',
    upiId: 'caredesk.cod@icici',
    openingBalance: 342_180_00,
  },
  {
    name: 'SBI service centre Pune',
    bankBranch: 'Kothrud, Pune',
    ifsc: 'SBIN0007339',
    accountHolder: 'Caredesk Personal Care Pvt. Ltd.',
    accountNumber: '38219904417',
    openingBalance: 58_400_00,
  },
  { name: 'Petty cash Mumbai', openingBalance: 15_000_00 },
]
