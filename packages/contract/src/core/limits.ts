/** The business constants of the specification (section 9) and the product's own bounds, each written once. */
export const limits = {
  /** Seconds before a verification code may be sent again. */
  codeResendSeconds: 60,
  /** Minutes for which it is good, and wrong tries after which it is not. */
  codeMinutes: 5,
  codeTries: 5,
  /** Codes a day for one number and for one address, and codes an hour in all: each costs money. */
  codesPerNumber: 10,
  codesPerAddress: 30,
  codesPerHour: 300,
  /** Questions about a number, and codes that are tried, in a minute from one address. */
  phoneChecks: 5,
  codeSubmits: 20,
  /** Milliseconds after which loading a screen counts as failed. */
  screenLoadMs: 120_000,
  nameLong: 50,
  nameShort: 30,
  descriptionLength: 500,
  /** Edits after an acceptance whose undo brings it back; of more, nobody undoes all. */
  reacceptEdits: 1000,
  /** Characters of a reviewer's remark on an image. */
  remarkLength: 500,
  /** Characters of an agreement in one language. */
  agreementLength: 50_000,
  /** Hours without a request after which a session ends, and days after which it ends in any case. */
  sessionIdleHours: 24,
  sessionDays: 30,
  /** Seconds that the signed time of a single sign-on may be off, and for which a sign-in at a provider waits. */
  ssoSeconds: 300,
  oidcLoginSeconds: 600,
  /** Access tokens of one person, days for which one may be good, and sessions that one person sees. */
  accessTokens: 50,
  tokenDays: 366,
  sessionsShown: 100,
  /** Failed sign-ins for one account from one address, and for one address, in so many seconds; from then on each waits. */
  loginFailures: 10,
  loginFailuresAddress: 300,
  loginWindowSeconds: 600,
  /** Seconds to wait then, doubled with each further failure up to the longest. */
  loginPauseSeconds: 5,
  loginLongestPauseSeconds: 60,
  /** Keys of one command of the workbench, and commands that a person gave other keys. */
  keysPerCommand: 10,
  keysChanged: 200,
  /** Days for which a device is known on which somebody signed in. */
  deviceDays: 180,
  /** Seconds for which a socket's ticket is good; days for which missed messages are kept. */
  socketTicketSeconds: 30,
  socketMessageDays: 7,
  socketsPerUser: 20,
  passwordMin: 6,
  passwordMax: 20,
  /** Characters of the name that an archive has for a class. */
  className: 1000,
  /** Characters of an image's name. */
  imageName: 255,
  /** Images that one call moves or deletes at most, and ids that one call lists. */
  imagesAtOnce: 2000,
  /** Images of a filter on whose predictions one call decides at most. */
  imagesDecidedAtOnce: 200,
  imageIds: 10_000,
  /** Images from which on deleting a project asks for its name. */
  askNameImages: 10_000,
  /** New names that restoring from the bin lists; the rest is counted. */
  binRenamed: 100,
  /** Images that a way through a list remembers, though its filter no longer matches them. */
  visitedImages: 200,
  /** Loose images in one upload. */
  uploadImages: 20,
  /** Bytes of one image for online detection: 10 × 1024². */
  onlineImageBytes: 10 * 1024 * 1024,
  /** Pixels of an image for online detection: a line waits for the verdict. */
  onlineImagePixels: 100_000_000,
  /** Bytes of one loose image in an upload. */
  imageBytes: 400 * 1024 * 1024,
  /** Pixels of an image, and pixels of one side, that are decoded at all. */
  imagePixels: 350_000_000,
  imageSide: 32_768,
  /**
   * Bytes that a decoder may have to hold of an image at once: all of it where it is interlaced, progressive or turned.
   * 350 million pixels of 8 bits in three channels are within it.
   */
  imageHeldBytes: 1.5 * 1024 ** 3,
  /** Bytes of a COCO file sent through the API. */
  cocoBytes: 64 * 1024 * 1024,
  /** Annotations of such a file. */
  cocoAnnotations: 200_000,
  cropSide: 2448,
  /** Parts of an image that are cropped, at most. */
  cropsMax: 100,
  trainSizeMin: 640,
  trainSizeMax: 2048,
  /** Smaller sizes are allowed as trial size from here on. */
  trialSizeMin: 320,
  trainSizeStep: 32,
  /** For the networks that pad every size up to their own stride anyway. */
  trainSizeStepFine: 2,
  /** The largest networks: `x` with Adam and multi-scale, `x6`, and `x6` with Adam and multi-scale. */
  trainSizeMaxX: 1760,
  trainSizeMaxX6: 1664,
  trainSizeMaxX6Heavy: 1280,
  decayEpochsMax: 10,
  imageSizeMin: 640,
  imageSizeMax: 10_240,
  validationSplitMin: 10,
  validationSplitMax: 30,
  /** Share of the selected images that specified validation images should reach. */
  validationShareMin: 0.05,
  validationImagesMin: 1,
  ocrChartGroups: 30,
  /** Characters of a data set that are listed; a writing system has some thousands. */
  charactersListed: 10_000,
  messageMs: 2000,
  /** Of a failure that has a request id: one needs the time to copy it. */
  failureMessageMs: 10_000,
  /** Folders that one training or test may take. */
  taskFolders: 5000,
  /** Of a message with a button, such as Undo. */
  actionMessageMs: 8000,
  socketRetryMs: 10_000,
  offlineMessageMs: 3000,
  dialogWidth: 450,
  dateFormat: 'YYYY-MM-DD',
  pageSizeMax: 200,
  /** Candidates kept for each predicted image, and the score from which on they are kept. */
  predictionMax: 300,
  /** Instances with masks that a graph answers at most. */
  maskMax: 100,
  predictionScoreMin: 0.01,
  /** Proposals that are kept of an image, the score from which on they are, and images of one pre-annotation. */
  proposalsPerImage: 100,
  proposalScoreMin: 0.05,
  preannotateImages: 200_000,
  /** Images whose proposals are written, and told of, together. */
  proposalImagesAtOnce: 32,
  /** Shapes that a search for similar objects starts from; as many more of its own candidates, and as many turned down. */
  similarExamples: 20,
  /** Further ones that are offered beside those that are selected. */
  similarOffered: 9,
  /** Pixels of a heat map's longer side at most. */
  heatSideMax: 1024,
  /** Cells of a side of the grid of masks, and runs of one mask, at most. */
  maskGridMax: 4096,
  maskRuns: 500_000,
  /** Least area and length of an object that makes its image NG, in pixels or millimetres, and the scale between them. */
  leastAreaMax: 1e9,
  leastLengthMax: 100_000,
  mmPerPixelMin: 1e-6,
  mmPerPixelMax: 1000,
  /** Test defects of a version: kinds by sizes, examples, pixels of an example's longer side, its characters as base64. */
  probeCells: 60,
  probeExamples: 12,
  probeSideMax: 512,
  probeImageMax: 256 * 1024,
  /** Long side of the images that an anomaly training looks at. */
  anomalySizeMin: 128,
  anomalySizeMax: 1024,
  /** Scores of validation images that a version keeps of each side, and images of a test whose scores are sent at once. */
  calibrationScores: 10_000,
  scoreRows: 100_000,
  /** OK images from which on an anomaly training begins (`LEAST_OK` of the engine), and below which it warns. */
  okImagesMin: 4,
  okImagesGood: 20,
  /** Of a test in the browser: candidates at most, and the overlap with a truth from which on they are matched. */
  matchCandidates: 3_000_000,
  matchOverlapMin: 0.1,
  opsPerRequest: 500,
  pointsPerShape: 20_000,
  /** Rings of a shape: its pieces and its holes. */
  ringsPerShape: 1000,
  /** Shapes of an image, from where on none is added. */
  shapesPerImage: 10_000,
  labelsPerDataset: 200,
  epochsMax: 999_999,
  epochStepsMax: 1000,
  /** Of the objects of a label in the losses of a training. */
  labelWeightMin: 0.1,
  labelWeightMax: 10,
  /** Steps of a training from scratch below which hardly anything is learned (decision 0033). */
  fewSteps: 200,
  /** The same with a pretrained backbone. */
  fewStepsPretrained: 100,
  /** How many times as many are proposed instead. */
  enoughSteps: 2.5,
  /** Pixels at the training size: side of a square as large as an object below which it is hardly found (decision 0034). */
  smallObjectSide: 8,
  /** The same with a level for small objects (decision 0047). */
  smallObjectSideAtLevel: 4,
  /** Percent of such objects above which it is said. */
  smallObjectsPercent: 10,
  /** Minutes of a training by time. */
  timeBudgetMin: 1,
  timeBudgetMax: 2880,
  batchMax: 1024,
  /** Characters of what a shape says. */
  shapeText: 1000,
  /** Of OCR: long side of images, characters that a person adds, characters of a text, pixels of a stretched text. */
  textSizeMin: 320,
  textSizeMax: 1280,
  textCharacters: 2000,
  textLengthMax: 100,
  textWidthMin: 80,
  textWidthMax: 1280,
  /** Columns of the output of a network that reads: no text has more characters. */
  textColumns: 160,
  /** Texts of a test that a browser is sent. */
  textRows: 200_000,
  /** Rules of a verdict on texts: how many, characters of a pattern, values of a list, characters of one, days of a span. */
  textRules: 20,
  textPattern: 200,
  textValues: 1000,
  textValue: 200,
  textDays: 36_500,
  /** Characters of the values of lists, in all, that a verdict says its rules with. */
  textValuesAnswered: 5000,
  /** Largest id: a bigint identity that still is an exact JSON number. */
  idMax: Number.MAX_SAFE_INTEGER,
  /** Online records kept for each entry. */
  onlineRecords: 10_000,
  /** Characters of the texts of an image in a list of records. */
  recordText: 200,
  taskEvents: 10_000,
  /** Tasks of one kind that the queue shows. */
  queueShown: 100,
  /** Days for which, and number of latest trainings of which, the checkpoints are kept after a failure or a stop. */
  retryDays: 7,
  retryTasks: 10,
  /** Minutes for which a link to an exported file is good, and days for which the file is kept. */
  exportLinkMinutes: 10,
  exportDays: 14,
  /** Bytes of an archive or folder in one upload, and of a 7z file, which is unpacked in memory. */
  uploadBytes: 1024 ** 4,
  sevenZipBytes: 512 * 1024 * 1024,
  /** Bytes that a client sends in one request of an upload. */
  uploadPartBytes: 8 * 1024 * 1024,
  /** Uploads of a person that wait for bytes, and hours after which one that nobody goes on with is removed. */
  openUploads: 20,
  /** People with whom one project is shared. */
  projectMembers: 200,
  uploadHours: 24,
  /** Hours for which the archive of a failed import is kept, so that it can be tried again. */
  failedArchiveHours: 24,
  /** Entries of an archive, the bytes they may unpack to, and how many times its packed size an annotation file may have. */
  archiveEntries: 200_000,
  archiveUnpackedBytes: 1024 ** 4,
  sevenZipUnpackedBytes: 20 * 1024 ** 3,
  archiveRatio: 100,
  /** Records of all annotation files of an archive, and the bytes of these files: they are held in memory. */
  archiveAnnotations: 500_000,
  archiveAnnotationBytes: 256 * 1024 * 1024,
  /** Classes of an archive's annotations. */
  archiveClasses: 1000,
  /** Pixels of run-length masks that one import traces (about a minute), and points of their outlines that it keeps. */
  importMaskPixels: 8_000_000_000,
  importMaskPoints: 8_000_000,
  /** Regions of one mask. */
  maskRegions: 1000,
  /** Files that an import's report names; the rest is counted. */
  importProblems: 1000,
  /** Of these, files that are neither images nor annotations. */
  importUnused: 100,
  /** Share and bytes of the disk that uploads and imports leave free. */
  diskFreeShare: 0.05,
  diskFreeBytes: 2 * 1024 ** 3,
  /** Bytes, or that share of a smaller disk, that no upload takes even where others filled the rest. */
  diskReserveBytes: 1024 ** 3,
} as const;

export const locales = ['zh', 'en'] as const;
export type Locale = (typeof locales)[number];
