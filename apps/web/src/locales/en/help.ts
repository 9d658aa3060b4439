/** Texts of help: menu, guide, and the guided tours. */
export const help = {
  title: 'Help',
  guide: 'User guide',
  administrators: 'Administrators’ guide',
  keys: 'Keyboard shortcuts',
  news: "What's new",
  contents: 'Contents',
  newsLanguage: 'The changelog is available in English.',
  again: 'Show the tour again',
  previous: 'Previous',
  next: 'Next',
  done: 'Done',
  tours: {
    dashboard: {
      menu: 'Main menu',
      menuText:
        'From projects and data sets to models and online detection, in the order of your work. Only pages that you may open are shown.',
      machine: 'Server load',
      machineText: 'CPU, memory, GPU and disk right now. Check whether there is room before you start a training.',
      steps: 'What to do next',
      stepsText: 'From the first project to the first training, one step after the other. Finished steps are ticked.',
      queue: 'Tasks in progress',
      queueText:
        'Trainings, tests, imports and exports. They run on the server and continue when you close the browser.',
      help: 'Help',
      helpText: 'The user guide, the keyboard shortcuts and what is new. You can also start this tour again here.',
    },
    dataset: {
      labels: 'Labels',
      labelsText:
        'Labels are the defects to find. Create them before you annotate; you can change names and colours at any time.',
      labelsText_texts:
        'All texts share one label, so there is nothing to create; you can change its name and colour at any time.',
      list: 'Folders',
      listText:
        'Images are kept in folders. Use separate folders for training and testing, and keep all images of a part in one folder.',
      listText_texts:
        'Images are kept in folders. The training set is learned from, the test set only shows how good a version is.',
      actions: 'Upload and train',
      actionsText:
        'Upload images, an archive or a whole folder. After annotating, train a model with this data set from here.',
      actionsText_texts:
        'Upload images, a zip archive or a whole folder. The ready-made reader can pre-annotate them, and you correct what it got wrong.',
    },
    workbench: {
      tools: 'Tools',
      toolsText: 'Select, rectangle, polygon and more. Press the letter on an icon to switch to that tool.',
      toolsText_texts:
        'Select, quadrilateral, polygon and more. Press the letter on an icon to switch to that tool; Q marks a text.',
      labelPanel: 'Labels',
      labelPanelText:
        'Number keys choose the label of new shapes. With a shape selected, they change the label of that shape.',
      labelPanelText_texts:
        'All texts share one label. Type what each says below, from its crop; Tab goes to the next one.',
      strip: 'Images',
      stripText:
        'All images of the folder. Press A and D for the previous and the next one. Annotations are saved automatically.',
      step: 'View and step',
      stepText: 'Undo, what is shown, “checked, empty” and the next image. Press ? for all keyboard shortcuts.',
      stepText_texts:
        'Undo, what is shown, “checked, no texts” and the next image. Press ? for all keyboard shortcuts.',
    },
    training: {
      data: 'Training images',
      dataText:
        'Choose the images for this training. A snapshot is kept at the start, so later changes do not affect it.',
      presets: 'Presets',
      presetsText:
        'If you are not sure about the settings, choose a preset. It fills in the parameters below; you can still change each one.',
      summary: 'Before you start',
      summaryText:
        'Number of images, expected duration and possible problems. Start the training when all looks right.',
    },
    result: {
      thresholds: 'Thresholds',
      thresholdsText:
        'Move the thresholds and see overkill and escapes change at once. When you are satisfied, use them for this version.',
      thresholdsText_texts:
        'Move the thresholds or change the rules and see the verdicts change at once. When you are satisfied, use them for this version.',
      images: 'Images',
      imagesText: 'Go through the results image by image. Show only the wrong ones, and open them in annotation.',
      imagesText_texts:
        'Go through truth and reading text by text, wrong ones first, and open wrong truths in annotation.',
      actions: 'Test task',
      actionsText: 'What you can do with the test itself, such as deleting it.',
    },
  },
};
