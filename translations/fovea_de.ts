<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AttributionWords</name>
    <message>
        <source>Guided gradients</source>
        <translation>Geführte Gradienten</translation>
    </message>
    <message>
        <source>Perturbation</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>The gradient on the paths that raise the score only: sharper, but often the same for other weights.</source>
        <translation>Der Gradient nur auf den Wegen, die den Wert erhöhen: schärfer, aber oft auch mit anderen Gewichten derselbe.</translation>
    </message>
    <message>
        <source>How far the score rises where a place is seen, over many random covers.</source>
        <translation>Wie weit der Wert steigt, wo eine Stelle zu sehen ist, über viele zufällige Abdeckungen.</translation>
    </message>
    <message>
        <source>Depends on what was learned: with random weights it is another one (rank correlation %1).</source>
        <translation>Hängt vom Gelernten ab: Mit zufälligen Gewichten ist sie eine andere (Rangkorrelation %1).</translation>
    </message>
    <message>
        <source>Depends on what was learned in part: with random weights it is still alike (rank correlation %1).</source>
        <translation>Hängt zum Teil vom Gelernten ab: Mit zufälligen Gewichten ist sie noch ähnlich (Rangkorrelation %1).</translation>
    </message>
    <message>
        <source>Do not rely on it: with random weights it is nearly the same (rank correlation %1), so it shows the sample more than the network.</source>
        <translation>Verlassen Sie sich nicht darauf: Mit zufälligen Gewichten ist sie fast dieselbe (Rangkorrelation %1), sie zeigt also mehr das Beispiel als das Netz.</translation>
    </message>
    <message>
        <source>It is the same at all places, so nothing can be compared.</source>
        <translation>Sie ist an allen Stellen gleich, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>Gradient × input</source>
        <translation>Gradient × Eingabe</translation>
    </message>
    <message>
        <source>Smooth gradient</source>
        <translation>Geglätteter Gradient</translation>
    </message>
    <message>
        <source>Integrated gradients</source>
        <translation>Integrierte Gradienten</translation>
    </message>
    <message>
        <source>Grad-CAM</source>
        <translation>Grad-CAM</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>Verdeckung</translation>
    </message>
    <message>
        <source>How the score changes with each number of the input: what it depends on most.</source>
        <translation>Wie sich die Bewertung mit jeder Zahl der Eingabe ändert: woran sie am meisten hängt.</translation>
    </message>
    <message>
        <source>What each number of the input adds to the score, if the network were linear.</source>
        <translation>Was jede Zahl der Eingabe zur Bewertung beitrüge, wäre das Netz linear.</translation>
    </message>
    <message>
        <source>The gradient averaged over noisy copies of the sample, without what jumps from pixel to pixel.</source>
        <translation>Der Gradient im Mittel über verrauschte Kopien des Beispiels, ohne das, was von Pixel zu Pixel springt.</translation>
    </message>
    <message>
        <source>What each number adds to the score on the way from an empty input to this one: together, the whole score.</source>
        <translation>Was jede Zahl auf dem Weg von einer leeren Eingabe zu dieser zur Bewertung beiträgt: zusammen die ganze Bewertung.</translation>
    </message>
    <message>
        <source>A layer&apos;s channels, weighted by how much each raises the score.</source>
        <translation>Die Kanäle einer Schicht, gewichtet danach, wie sehr jeder die Bewertung hebt.</translation>
    </message>
    <message>
        <source>How far the score falls where a window of the input is covered.</source>
        <translation>Wie weit die Bewertung fällt, wo ein Fenster der Eingabe verdeckt wird.</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Adaptive pooling</source>
        <translation>Adaptives Pooling</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Extents of the output: height and width of images.</source>
        <translation>Ausdehnung der Ausgabe: Höhe und Breite von Bildern.</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>What one number says of its part of the image.</source>
        <translation>Was eine Zahl über ihren Teil des Bildes sagt.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Addieren</translation>
    </message>
    <message>
        <source>Average pooling</source>
        <translation>Mittelwert-Pooling</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Extents of the window, one number for each axis or one for all: height and width of images.</source>
        <translation>Ausdehnung des Fensters, eine Zahl je Achse oder eine für alle: Höhe und Breite von Bildern.</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>How far the window moves at a time along each axis.</source>
        <translation>Wie weit das Fenster jeweils entlang jeder Achse weiterrückt.</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Auffüllung</translation>
    </message>
    <message>
        <source>Empty border before and after each axis: above and below, left and right.</source>
        <translation>Leerer Rand vor und nach jeder Achse: oben und unten, links und rechts.</translation>
    </message>
    <message>
        <source>Round up</source>
        <translation>Aufrunden</translation>
    </message>
    <message>
        <source>Keeps the last, incomplete windows at the edge.</source>
        <translation>Behält die letzten, unvollständigen Fenster am Rand.</translation>
    </message>
    <message>
        <source>Count padding</source>
        <translation>Rand zählt</translation>
    </message>
    <message>
        <source>Takes the border into the average, as zeros.</source>
        <translation>Rechnet den Rand als Nullen in den Mittelwert ein.</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>Batch-Norm</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>The share of each batch in the running mean and variance.</source>
        <translation>Der Anteil jedes Batches am laufenden Mittelwert und an der laufenden Varianz.</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Added to the variance, so that nothing is divided by zero.</source>
        <translation>Wird zur Varianz addiert, damit nicht durch null geteilt wird.</translation>
    </message>
    <message>
        <source>Scale and shift</source>
        <translation>Faktor und Verschiebung</translation>
    </message>
    <message>
        <source>Learns a factor and a shift for each channel.</source>
        <translation>Lernt einen Faktor und eine Verschiebung je Kanal.</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Keep the weights of this layer as they are; its running moments too.</source>
        <translation>Lässt die Gewichte dieser Schicht, wie sie sind; auch ihre laufenden Momente.</translation>
    </message>
    <message>
        <source>Rate ×</source>
        <translation>Rate ×</translation>
    </message>
    <message>
        <source>Multiplies the learning rate of this layer.</source>
        <translation>Multipliziert die Lernrate dieser Schicht.</translation>
    </message>
    <message>
        <source>Decay ×</source>
        <translation>Abfall ×</translation>
    </message>
    <message>
        <source>Multiplies the weight decay of this layer.</source>
        <translation>Multipliziert den Gewichtsabfall dieser Schicht.</translation>
    </message>
    <message>
        <source>Binary cross-entropy</source>
        <translation>Binäre Kreuzentropie</translation>
    </message>
    <message>
        <source>Weight of positives</source>
        <translation>Gewicht der Positiven</translation>
    </message>
    <message>
        <source>The weight of the targets that are 1.</source>
        <translation>Das Gewicht der Ziele, die 1 sind.</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>How much this loss counts where a network has several. It is judged by the one that counts most.</source>
        <translation>Wie viel dieser Verlust zählt, wenn ein Netz mehrere hat. Beurteilt wird es nach dem, der am meisten zählt.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>The number of the block that is used.</source>
        <translation>Die Nummer des Blocks, der benutzt wird.</translation>
    </message>
    <message>
        <source>Block input</source>
        <translation>Blockeingang</translation>
    </message>
    <message>
        <source>Block output</source>
        <translation>Blockausgang</translation>
    </message>
    <message>
        <source>Concatenate</source>
        <translation>Verketten</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>The axis; 1 is the first after the batch: the channels.</source>
        <translation>Entlang welcher Achse; 1 ist die erste nach dem Batch: die Kanäle.</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>One number</source>
        <translation>Eine Zahl</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>One number everywhere, numbers stored as weights, or a list of positions.</source>
        <translation>Überall eine Zahl, als Gewichte gespeicherte Zahlen oder eine Liste von Positionen.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Its extents, all of them: there is no batch unless asked for below.</source>
        <translation>Alle seine Ausdehnungen: Einen Batch gibt es nur, wenn er unten verlangt wird.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The number.</source>
        <translation>Die Zahl.</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>As many as the shape has; the last axis runs fastest.</source>
        <translation>So viele, wie die Form hat; die letzte Achse läuft am schnellsten.</translation>
    </message>
    <message>
        <source>For each sample</source>
        <translation>Je Beispiel</translation>
    </message>
    <message>
        <source>Puts the batch before the shape and repeats the numbers.</source>
        <translation>Stellt den Batch vor die Form und wiederholt die Zahlen.</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Training changes the numbers, which begin at zero.</source>
        <translation>Das Training ändert die Zahlen, die bei null beginnen.</translation>
    </message>
    <message>
        <source>Contrastive</source>
        <translation>Kontrastiv</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>How far apart samples with different labels should lie.</source>
        <translation>Wie weit Beispiele mit verschiedenen Labels auseinanderliegen sollen.</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>How many patterns are learned: the channels of the output.</source>
        <translation>Wie viele Muster gelernt werden: die Kanäle der Ausgabe.</translation>
    </message>
    <message>
        <source>Extents of a filter, one number for each axis or one for all: height and width of images.</source>
        <translation>Ausdehnung eines Filters, eine Zahl je Achse oder eine für alle: Höhe und Breite von Bildern.</translation>
    </message>
    <message>
        <source>How far the filters move at a time along each axis.</source>
        <translation>Wie weit die Filter jeweils entlang jeder Achse weiterrücken.</translation>
    </message>
    <message>
        <source>Zeros before and after each axis: above and below, left and right.</source>
        <translation>Nullen vor und nach jeder Achse: oben und unten, links und rechts.</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>Dilatation</translation>
    </message>
    <message>
        <source>Distance of the points that a filter looks at.</source>
        <translation>Abstand der Punkte, die ein Filter betrachtet.</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Into how many parts the channels are split, each with filters of its own.</source>
        <translation>In wie viele Teile die Kanäle geteilt werden, jeder mit eigenen Filtern.</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Adds one learned number to each output channel.</source>
        <translation>Addiert zu jedem Ausgabekanal eine gelernte Zahl.</translation>
    </message>
    <message>
        <source>Initialiser</source>
        <translation>Initialisierung</translation>
    </message>
    <message>
        <source>He normal</source>
        <translation>He, normal</translation>
    </message>
    <message>
        <source>He uniform</source>
        <translation>He, gleichverteilt</translation>
    </message>
    <message>
        <source>Uniform 1/√fan</source>
        <translation>Gleichverteilt 1/√fan</translation>
    </message>
    <message>
        <source>Xavier normal</source>
        <translation>Xavier, normal</translation>
    </message>
    <message>
        <source>Xavier uniform</source>
        <translation>Xavier, gleichverteilt</translation>
    </message>
    <message>
        <source>LeCun normal</source>
        <translation>LeCun, normal</translation>
    </message>
    <message>
        <source>LeCun uniform</source>
        <translation>LeCun, gleichverteilt</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Truncated normal</source>
        <translation>Gestutzt normal</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>Gleichverteilt</translation>
    </message>
    <message>
        <source>Orthogonal</source>
        <translation>Orthogonal</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Bilinear</source>
        <translation>Bilinear</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>How the first weights are drawn. He suits ReLU, Xavier suits sigmoid and tanh.</source>
        <translation>Wie die ersten Gewichte gezogen werden. He passt zu ReLU, Xavier zu Sigmoid und Tanh.</translation>
    </message>
    <message>
        <source>The deviation of a normal initialiser, the bound of Uniform, the value of Constant.</source>
        <translation>Die Streuung einer normalen Initialisierung, die Grenze der Gleichverteilung, der Wert der Konstante.</translation>
    </message>
    <message>
        <source>By outputs</source>
        <translation>Nach Ausgängen</translation>
    </message>
    <message>
        <source>Divide by how many outputs see a number, instead of by how many inputs an output sees.</source>
        <translation>Teilt durch die Zahl der Ausgänge, die eine Zahl sehen, statt durch die Zahl der Eingänge, die ein Ausgang sieht.</translation>
    </message>
    <message>
        <source>Bias rate ×</source>
        <translation>Bias-Rate ×</translation>
    </message>
    <message>
        <source>Multiplies the learning rate of the biases once more.</source>
        <translation>Multipliziert die Lernrate der Biases noch einmal.</translation>
    </message>
    <message>
        <source>First bias</source>
        <translation>Erster Bias</translation>
    </message>
    <message>
        <source>What each bias begins with; 0: as the initialiser has it.</source>
        <translation>Womit jeder Bias beginnt; 0: wie es die Initialisierung vorsieht.</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>Zuschneiden</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>Places cut off before each axis: above and left.</source>
        <translation>Stellen, die vor jeder Achse abgeschnitten werden: oben und links.</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Places cut off after each axis: below and right.</source>
        <translation>Stellen, die nach jeder Achse abgeschnitten werden: unten und rechts.</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>Kreuzentropie</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>One for each sample</source>
        <translation>Eines je Beispiel</translation>
    </message>
    <message>
        <source>One for each position</source>
        <translation>Eines je Position</translation>
    </message>
    <message>
        <source>Shares of the classes for each sample</source>
        <translation>Anteile der Klassen je Beispiel</translation>
    </message>
    <message>
        <source>Whether each sample has one label, or each pixel or step of it.</source>
        <translation>Ob jedes Beispiel ein Label hat oder jedes seiner Pixel oder jeder Schritt.</translation>
    </message>
    <message>
        <source>Classes along</source>
        <translation>Klassen entlang</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Axis 1 [N, K, ...]</source>
        <translation>Achse 1 [N, K, ...]</translation>
    </message>
    <message>
        <source>The last axis [N, ..., K]</source>
        <translation>Letzte Achse [N, ..., K]</translation>
    </message>
    <message>
        <source>Where the scores of the classes are; by itself: the last axis of a sequence, else axis 1.</source>
        <translation>Wo die Werte der Klassen liegen; automatisch: die letzte Achse einer Sequenz, sonst Achse 1.</translation>
    </message>
    <message>
        <source>Ignored label</source>
        <translation>Ignoriertes Label</translation>
    </message>
    <message>
        <source>Positions with this label do not count; negative labels never do.</source>
        <translation>Positionen mit diesem Label zählen nicht; negative Labels zählen nie.</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Label-Glättung</translation>
    </message>
    <message>
        <source>The share of each label given to all classes.</source>
        <translation>Der Anteil jedes Labels, der auf alle Klassen verteilt wird.</translation>
    </message>
    <message>
        <source>Class weights</source>
        <translation>Klassengewichte</translation>
    </message>
    <message>
        <source>One number for each class, as 1, 2.5, 0.3; none: all 1.</source>
        <translation>Eine Zahl je Klasse, etwa 1, 2.5, 0.3; keine: alle 1.</translation>
    </message>
    <message>
        <source>CTC</source>
        <translation>CTC</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>The most labels that a sample has; shorter rows end with −1.</source>
        <translation>Die meisten Labels, die ein Beispiel hat; kürzere Reihen enden mit −1.</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Dice</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Added above and below, so that an empty class costs nothing.</source>
        <translation>Wird oben und unten addiert, damit eine leere Klasse nichts kostet.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>The share of numbers that is set to zero in training.</source>
        <translation>Der Anteil der Zahlen, der im Training auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>ELU</source>
        <translation>ELU</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>What large negative numbers tend to, with the sign changed.</source>
        <translation>Wogegen große negative Zahlen streben, mit umgekehrtem Vorzeichen.</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>How many different symbols the table knows; as many as the input has.</source>
        <translation>Wie viele verschiedene Symbole die Tabelle kennt; so viele, wie die Eingabe hat.</translation>
    </message>
    <message>
        <source>How many numbers stand for one symbol.</source>
        <translation>Wie viele Zahlen für ein Symbol stehen.</translation>
    </message>
    <message>
        <source>First deviation</source>
        <translation>Erste Streuung</translation>
    </message>
    <message>
        <source>Standard deviation of the first numbers, drawn about 0.</source>
        <translation>Standardabweichung der ersten Zahlen, um 0 gezogen.</translation>
    </message>
    <message>
        <source>Flatten</source>
        <translation>Flach machen</translation>
    </message>
    <message>
        <source>Focal</source>
        <translation>Focal</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>How much less what is right already counts; 0: cross-entropy.</source>
        <translation>Wie viel weniger zählt, was schon stimmt; 0: Kreuzentropie.</translation>
    </message>
    <message>
        <source>A factor on the loss.</source>
        <translation>Ein Faktor auf den Verlust.</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>Approximate</source>
        <translation>Genähert</translation>
    </message>
    <message>
        <source>Uses the formula with tanh, as some published networks do.</source>
        <translation>Benutzt die Formel mit Tanh, wie manche veröffentlichte Netze.</translation>
    </message>
    <message>
        <source>Global pooling</source>
        <translation>Globales Pooling</translation>
    </message>
    <message>
        <source>What one number says of a whole channel.</source>
        <translation>Was eine Zahl über einen ganzen Kanal sagt.</translation>
    </message>
    <message>
        <source>Gives a row of numbers instead of an image of one pixel.</source>
        <translation>Gibt eine Zahlenreihe statt eines Bildes aus einem Pixel.</translation>
    </message>
    <message>
        <source>Group norm</source>
        <translation>Gruppen-Norm</translation>
    </message>
    <message>
        <source>Into how many parts the channels are split; each has a mean of its own.</source>
        <translation>In wie viele Teile die Kanäle geteilt werden; jeder hat einen eigenen Mittelwert.</translation>
    </message>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>How many numbers the state holds.</source>
        <translation>Wie viele Zahlen der Zustand hat.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>How many recurrences follow one another.</source>
        <translation>Wie viele Rekurrenzen aufeinander folgen.</translation>
    </message>
    <message>
        <source>Both directions</source>
        <translation>Beide Richtungen</translation>
    </message>
    <message>
        <source>Adds a second recurrence that goes from the end to the beginning; its numbers come behind those of the first.</source>
        <translation>Fügt eine zweite Rekurrenz hinzu, die vom Ende zum Anfang läuft; ihre Zahlen kommen nach denen der ersten.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Last state</source>
        <translation>Letzter Zustand</translation>
    </message>
    <message>
        <source>All steps, or the state after the last one only.</source>
        <translation>Alle Schritte oder nur der Zustand nach dem letzten.</translation>
    </message>
    <message>
        <source>First state</source>
        <translation>Erster Zustand</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>Null</translation>
    </message>
    <message>
        <source>Carried over</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Zero for each window of a text, or carried over: what the window before it ended with. Training and validation then follow the text instead of drawing windows at random.</source>
        <translation>Null für jedes Fenster eines Textes, oder übernommen: womit das Fenster davor endete. Training und Validierung folgen dann dem Text, statt Fenster zufällig zu ziehen.</translation>
    </message>
    <message>
        <source>The share of numbers that is set to zero between the layers in training.</source>
        <translation>Der Anteil der Zahlen, der im Training zwischen den Schichten auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>Hard sigmoid</source>
        <translation>Hard Sigmoid</translation>
    </message>
    <message>
        <source>Hard swish</source>
        <translation>Hard Swish</translation>
    </message>
    <message>
        <source>Hinge</source>
        <translation>Hinge</translation>
    </message>
    <message>
        <source>How much larger the score of the right class should be.</source>
        <translation>Wie viel größer der Wert der richtigen Klasse sein soll.</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>Where squares change to absolute differences.</source>
        <translation>Wo Quadrate in absolute Differenzen übergehen.</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>The difference between the largest and the smallest possible number; for PSNR and SSIM.</source>
        <translation>Der Unterschied zwischen der größten und der kleinsten möglichen Zahl; für PSNR und SSIM.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Extents of one sample: channels, height and width of an image; steps and features of a sequence; the length of a row of numbers or symbols.</source>
        <translation>Ausdehnungen eines Beispiels: Kanäle, Höhe und Breite eines Bildes; Schritte und Merkmale einer Sequenz; die Länge einer Reihe von Zahlen oder Symbolen.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>What a sample is made of. Symbols are numbered from 0, as in text.</source>
        <translation>Woraus ein Beispiel besteht. Symbole sind von 0 an nummeriert, wie in Text.</translation>
    </message>
    <message>
        <source>How many different symbols there are.</source>
        <translation>Wie viele verschiedene Symbole es gibt.</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>Transformationen</translation>
    </message>
    <message>
        <source>What is done to images on their way in, as a list that is kept as JSON.</source>
        <translation>Was mit Bildern auf dem Weg hinein geschieht, als Liste, die als JSON gespeichert wird.</translation>
    </message>
    <message>
        <source>Instance norm</source>
        <translation>Instanz-Norm</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL-Divergenz</translation>
    </message>
    <message>
        <source>Layer difference</source>
        <translation>Schichtunterschied</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Schicht-Norm</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Whole sample</source>
        <translation>Ganzes Beispiel</translation>
    </message>
    <message>
        <source>Which numbers share a mean: the features of one place, or a whole sample.</source>
        <translation>Welche Zahlen einen Mittelwert teilen: die Merkmale einer Stelle oder ein ganzes Beispiel.</translation>
    </message>
    <message>
        <source>Leaky ReLU</source>
        <translation>Leaky ReLU</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>What negative numbers are multiplied by.</source>
        <translation>Womit negative Zahlen multipliziert werden.</translation>
    </message>
    <message>
        <source>Learned input</source>
        <translation>Gelernte Eingabe</translation>
    </message>
    <message>
        <source>Extents of the input: channels, height and width of an image; steps and features of a sequence; the length of a row of numbers.</source>
        <translation>Ausdehnungen der Eingabe: Kanäle, Höhe und Breite eines Bildes; Schritte und Merkmale einer Sequenz; die Länge einer Zahlenreihe.</translation>
    </message>
    <message>
        <source>Begins as</source>
        <translation>Beginnt als</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>One number everywhere</source>
        <translation>Überall eine Zahl</translation>
    </message>
    <message>
        <source>What the input is before the first step.</source>
        <translation>Was die Eingabe vor dem ersten Schritt ist.</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Of the noise, which is normal and has mean 0.</source>
        <translation>Des Rauschens, das normalverteilt ist und den Mittelwert 0 hat.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>How many numbers come out; as many as classes in the last layer.</source>
        <translation>Wie viele Zahlen herauskommen; in der letzten Schicht so viele wie Klassen.</translation>
    </message>
    <message>
        <source>Adds one learned number to each output.</source>
        <translation>Addiert zu jedem Ausgang eine gelernte Zahl.</translation>
    </message>
    <message>
        <source>Local contrast norm</source>
        <translation>Lokale Kontrast-Norm</translation>
    </message>
    <message>
        <source>Rows and columns of the neighbourhood; an odd number.</source>
        <translation>Zeilen und Spalten der Umgebung; eine ungerade Zahl.</translation>
    </message>
    <message>
        <source>How fast the weight of a neighbour falls with its distance.</source>
        <translation>Wie schnell das Gewicht eines Nachbarn mit seinem Abstand fällt.</translation>
    </message>
    <message>
        <source>Local response norm</source>
        <translation>Lokale Antwort-Norm</translation>
    </message>
    <message>
        <source>How many channels, or rows and columns, count; an odd number.</source>
        <translation>Wie viele Kanäle, oder Zeilen und Spalten, zählen; eine ungerade Zahl.</translation>
    </message>
    <message>
        <source>How strongly the neighbours count.</source>
        <translation>Wie stark die Nachbarn zählen.</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>The power that the sum is raised to.</source>
        <translation>Der Exponent, mit dem die Summe potenziert wird.</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Added to the sum; k in the paper.</source>
        <translation>Wird zur Summe addiert; k in der Veröffentlichung.</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Across channels</source>
        <translation>Über Kanäle</translation>
    </message>
    <message>
        <source>Within channels</source>
        <translation>In Kanälen</translation>
    </message>
    <message>
        <source>Where the neighbours are: in other channels, or in the image.</source>
        <translation>Wo die Nachbarn sind: in anderen Kanälen oder im Bild.</translation>
    </message>
    <message>
        <source>Log-softmax</source>
        <translation>Log-Softmax</translation>
    </message>
    <message>
        <source>The axis of the classes; negative ones count from the end.</source>
        <translation>Die Achse der Klassen; negative zählen vom Ende.</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>Transpose first</source>
        <translation>Ersten transponieren</translation>
    </message>
    <message>
        <source>Swaps rows and columns of the first input.</source>
        <translation>Tauscht Zeilen und Spalten des ersten Eingangs.</translation>
    </message>
    <message>
        <source>Transpose second</source>
        <translation>Zweiten transponieren</translation>
    </message>
    <message>
        <source>Swaps rows and columns of the second input.</source>
        <translation>Tauscht Zeilen und Spalten des zweiten Eingangs.</translation>
    </message>
    <message>
        <source>Max pooling</source>
        <translation>Max-Pooling</translation>
    </message>
    <message>
        <source>Give positions</source>
        <translation>Positionen ausgeben</translation>
    </message>
    <message>
        <source>Adds an output that says where each largest number lay, for Max unpooling.</source>
        <translation>Fügt einen Ausgang hinzu, der sagt, wo jede größte Zahl lag, für Max-Unpooling.</translation>
    </message>
    <message>
        <source>Max unpooling</source>
        <translation>Max-Unpooling</translation>
    </message>
    <message>
        <source>The window of the pooling that is undone.</source>
        <translation>Das Fenster des Poolings, das rückgängig gemacht wird.</translation>
    </message>
    <message>
        <source>Its stride.</source>
        <translation>Dessen Schrittweite.</translation>
    </message>
    <message>
        <source>Its padding.</source>
        <translation>Dessen Auffüllung.</translation>
    </message>
    <message>
        <source>Extents of the output, where the pooling&apos;s input had others than its window tells; empty: as the window tells.</source>
        <translation>Ausdehnung der Ausgabe, wenn die Eingabe des Poolings andere hatte, als das Fenster ergibt; leer: wie das Fenster ergibt.</translation>
    </message>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>Mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>Mittlerer quadratischer Fehler</translation>
    </message>
    <message>
        <source>Mish</source>
        <translation>Mish</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>How many attentions look at once, each with its share of the numbers.</source>
        <translation>Wie viele Attentions zugleich schauen, jede mit ihrem Anteil der Zahlen.</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Kausal</translation>
    </message>
    <message>
        <source>Each step sees itself and the steps before it only, as a model that foretells the next step must.</source>
        <translation>Jeder Schritt sieht nur sich und die Schritte davor, wie es ein Modell muss, das den nächsten Schritt vorhersagt.</translation>
    </message>
    <message>
        <source>The share of the output&apos;s numbers that is set to zero in training.</source>
        <translation>Der Anteil der Zahlen der Ausgabe, der im Training auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>Multiply</source>
        <translation>Multiplizieren</translation>
    </message>
    <message>
        <source>Places added before each axis: above and left.</source>
        <translation>Stellen, die vor jeder Achse hinzukommen: oben und links.</translation>
    </message>
    <message>
        <source>Places added after each axis: below and right.</source>
        <translation>Stellen, die nach jeder Achse hinzukommen: unten und rechts.</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Spiegeln</translation>
    </message>
    <message>
        <source>Repeat the edge</source>
        <translation>Rand wiederholen</translation>
    </message>
    <message>
        <source>What the border holds.</source>
        <translation>Was der Rand enthält.</translation>
    </message>
    <message>
        <source>The constant.</source>
        <translation>Die Konstante.</translation>
    </message>
    <message>
        <source>Permute</source>
        <translation>Achsen tauschen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>The axis of the input for each axis of the output; 1 is the first after the batch.</source>
        <translation>Welche Achse der Eingabe jede Achse der Ausgabe ist; 1 ist die erste nach dem Batch.</translation>
    </message>
    <message>
        <source>Pixel shuffle</source>
        <translation>Pixel-Shuffle</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>How many times higher and wider the image becomes.</source>
        <translation>Wievielmal höher und breiter das Bild wird.</translation>
    </message>
    <message>
        <source>Placeholder</source>
        <translation>Platzhalter</translation>
    </message>
    <message>
        <source>What the other program calls such a layer.</source>
        <translation>Wie das andere Programm eine solche Schicht nennt.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The layer as the other program writes it; it is given back unchanged.</source>
        <translation>Die Schicht, wie das andere Programm sie schreibt; sie wird unverändert zurückgegeben.</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingänge</translation>
    </message>
    <message>
        <source>The number of inputs.</source>
        <translation>Wie viele Werte sie nimmt.</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgänge</translation>
    </message>
    <message>
        <source>The number of outputs.</source>
        <translation>Wie viele Werte sie gibt.</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Positionskodierung</translation>
    </message>
    <message>
        <source>Sinusoidal</source>
        <translation>Sinusförmig</translation>
    </message>
    <message>
        <source>Waves of fixed lengths, or a table that is learned for exactly this length of sequence.</source>
        <translation>Wellen fester Längen, oder eine Tabelle, die für genau diese Sequenzlänge gelernt wird.</translation>
    </message>
    <message>
        <source>PReLU</source>
        <translation>PReLU</translation>
    </message>
    <message>
        <source>For each channel</source>
        <translation>Je Kanal</translation>
    </message>
    <message>
        <source>Learns a slope for each channel instead of one for all.</source>
        <translation>Lernt eine Steigung je Kanal statt einer für alle.</translation>
    </message>
    <message>
        <source>First slope</source>
        <translation>Erste Steigung</translation>
    </message>
    <message>
        <source>The slope that learning begins with.</source>
        <translation>Die Steigung, mit der das Lernen beginnt.</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>ReLU6</source>
        <translation>ReLU6</translation>
    </message>
    <message>
        <source>Reroute point</source>
        <translation>Umleitungspunkt</translation>
    </message>
    <message>
        <source>Reshape</source>
        <translation>Umformen</translation>
    </message>
    <message>
        <source>Extents of one sample&apos;s output; 0 copies that of the input, one may be -1: what is left.</source>
        <translation>Ausdehnung der Ausgabe eines Beispiels; 0 übernimmt die der Eingabe, eine darf -1 sein: der Rest.</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>Größe ändern</translation>
    </message>
    <message>
        <source>How many times larger each axis becomes.</source>
        <translation>Wievielmal größer jede Achse wird.</translation>
    </message>
    <message>
        <source>Extents of the output; empty: the input&apos;s times the factor.</source>
        <translation>Ausdehnung der Ausgabe; leer: die der Eingabe mal dem Faktor.</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>How values between positions are computed.</source>
        <translation>Wie Zahlen zwischen den Stellen gefunden werden.</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>Ausrichtung</translation>
    </message>
    <message>
        <source>Pixel areas</source>
        <translation>Pixelflächen</translation>
    </message>
    <message>
        <source>Corner pixels</source>
        <translation>Eckpixel</translation>
    </message>
    <message>
        <source>First pixels</source>
        <translation>Erste Pixel</translation>
    </message>
    <message>
        <source>Which positions of input and output are aligned.</source>
        <translation>Welche Stellen von Eingabe und Ausgabe aufeinanderliegen.</translation>
    </message>
    <message>
        <source>RNN</source>
        <translation>RNN</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>Tanh keeps the state within bounds; ReLU lets it grow.</source>
        <translation>Tanh hält den Zustand in Grenzen; ReLU lässt ihn wachsen.</translation>
    </message>
    <message>
        <source>Scale and bias</source>
        <translation>Skala und Bias</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>The factor.</source>
        <translation>Der Faktor.</translation>
    </message>
    <message>
        <source>What is added.</source>
        <translation>Was addiert wird.</translation>
    </message>
    <message>
        <source>Learns a scale and a bias for each channel.</source>
        <translation>Lernt eine Skala und einen Bias je Kanal.</translation>
    </message>
    <message>
        <source>SELU</source>
        <translation>SELU</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>The first position that is kept, counted from 0.</source>
        <translation>Die erste Position, die bleibt, von 0 gezählt.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>How many positions are kept.</source>
        <translation>Wie viele Positionen bleiben.</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>The axis of the scores: 1 is the channels, −1 the last.</source>
        <translation>Die Achse der Werte: 1 sind die Kanäle, −1 die letzte.</translation>
    </message>
    <message>
        <source>Softplus</source>
        <translation>Softplus</translation>
    </message>
    <message>
        <source>How sharp the bend at 0 is.</source>
        <translation>Wie scharf der Knick bei 0 ist.</translation>
    </message>
    <message>
        <source>Softsign</source>
        <translation>Softsign</translation>
    </message>
    <message>
        <source>Spatial dropout</source>
        <translation>Räumlicher Dropout</translation>
    </message>
    <message>
        <source>The share of channels that is set to zero in training.</source>
        <translation>Der Anteil der Kanäle, der im Training auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilen</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Into how many parts; each is an output.</source>
        <translation>In wie viele Teile; jeder ist ein Ausgang.</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>How many positions each part gets; empty: the same for all.</source>
        <translation>Wie viele Positionen jeder Teil bekommt; leer: alle gleich viele.</translation>
    </message>
    <message>
        <source>Style difference</source>
        <translation>Stilunterschied</translation>
    </message>
    <message>
        <source>Subtract</source>
        <translation>Subtrahieren</translation>
    </message>
    <message>
        <source>Transformer block</source>
        <translation>Transformer-Block</translation>
    </message>
    <message>
        <source>Expansion</source>
        <translation>Erweiterung</translation>
    </message>
    <message>
        <source>How many times wider than a step the feed-forward part is inside.</source>
        <translation>Wievielmal breiter als ein Schritt der vorwärtsgerichtete Teil innen ist.</translation>
    </message>
    <message>
        <source>The share of numbers that is set to zero in training before each sum.</source>
        <translation>Der Anteil der Zahlen, der im Training vor jeder Summe auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>Transposed convolution</source>
        <translation>Transponierte Faltung</translation>
    </message>
    <message>
        <source>How many channels the output has.</source>
        <translation>Wie viele Kanäle die Ausgabe hat.</translation>
    </message>
    <message>
        <source>How far the filters move on the output at a time: how many times larger it becomes.</source>
        <translation>Wie weit die Filter auf der Ausgabe jeweils weiterrücken: wievielmal größer sie wird.</translation>
    </message>
    <message>
        <source>Places cut off the output before and after each axis.</source>
        <translation>Stellen, die von der Ausgabe vor und nach jeder Achse abgeschnitten werden.</translation>
    </message>
    <message>
        <source>Output padding</source>
        <translation>Ausgabe-Auffüllung</translation>
    </message>
    <message>
        <source>Places added to the output after each axis.</source>
        <translation>Stellen, die nach jeder Achse zur Ausgabe hinzukommen.</translation>
    </message>
    <message>
        <source>Distance of the points that a filter writes to.</source>
        <translation>Abstand der Punkte, in die ein Filter schreibt.</translation>
    </message>
    <message>
        <source>Triplet</source>
        <translation>Triplet</translation>
    </message>
    <message>
        <source>How much closer the same label should be.</source>
        <translation>Wie viel näher dasselbe Label sein soll.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>How often each training sample is seen.</source>
        <translation>Wie oft jedes Trainingsbeispiel gesehen wird.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Samples per training step.</source>
        <translation>Beispiele je Trainingsschritt.</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>Ansammeln</translation>
    </message>
    <message>
        <source>Batches whose gradients are added up for one change of the weights: like a batch so many times as large, in the memory of one.</source>
        <translation>Batches, deren Gradienten für eine Änderung der Gewichte addiert werden: wie ein so vielfach größerer Batch, im Speicher eines einzigen.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Numbers of 16 bits are faster on GPUs with tensor cores; weights are kept in 32 bits all the same.</source>
        <translation>Zahlen mit 16 Bit sind auf GPUs mit Tensor-Kernen schneller; Gewichte bleiben dennoch in 32 Bit.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>How gradients become changes of the weights.</source>
        <translation>Wie aus Gradienten Änderungen der Gewichte werden.</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>The learning rate at the start of the run.</source>
        <translation>Die Lernrate am Anfang des Laufs.</translation>
    </message>
    <message>
        <source>Share of the last update that is carried into the next.</source>
        <translation>Anteil der letzten Änderung, der in die nächste übernommen wird.</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>Look ahead along the momentum before taking the gradient.</source>
        <translation>Vor dem Gradienten entlang des Momentums vorausschauen.</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Share of the mean gradient that is kept in each update.</source>
        <translation>Anteil des mittleren Gradienten, der bei jeder Änderung bleibt.</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Share of the mean squared gradient that is kept in each update.</source>
        <translation>Anteil des mittleren quadrierten Gradienten, der bei jeder Änderung bleibt.</translation>
    </message>
    <message>
        <source>Rho</source>
        <translation>Rho</translation>
    </message>
    <message>
        <source>Centred</source>
        <translation>Zentriert</translation>
    </message>
    <message>
        <source>Divide by the gradient&apos;s deviation instead of its root mean square.</source>
        <translation>Durch die Streuung des Gradienten statt durch sein quadratisches Mittel teilen.</translation>
    </message>
    <message>
        <source>Added to what is divided by; AdaDelta and LAMB like 1e-6.</source>
        <translation>Wird zum Teiler addiert; für AdaDelta und LAMB eignet sich 1e-6.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtsabfall</translation>
    </message>
    <message>
        <source>Pulls weights towards zero; biases are left out.</source>
        <translation>Zieht Gewichte gegen null; Biases bleiben ausgenommen.</translation>
    </message>
    <message>
        <source>Decay all</source>
        <translation>Alles abfallen</translation>
    </message>
    <message>
        <source>Biases and the numbers of normalisation decay too.</source>
        <translation>Auch Biases und die Zahlen der Normalisierung fallen ab.</translation>
    </message>
    <message>
        <source>Clipping</source>
        <translation>Begrenzung</translation>
    </message>
    <message>
        <source>Whether large gradients are made smaller before the update: all together by their norm, or each number by its value.</source>
        <translation>Ob große Gradienten vor der Änderung verkleinert werden: alle zusammen nach ihrer Norm oder jede Zahl nach ihrem Wert.</translation>
    </message>
    <message>
        <source>Clip at</source>
        <translation>Begrenzen auf</translation>
    </message>
    <message>
        <source>The largest norm, or value, that is not clipped.</source>
        <translation>Die größte Norm, oder der größte Wert, der unverändert bleibt.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How the learning rate changes over the run.</source>
        <translation>Wie sich die Lernrate im Lauf ändert.</translation>
    </message>
    <message>
        <source>The rate is multiplied by this at each step of the schedule; by the exponential one, over each epoch.</source>
        <translation>Damit wird die Rate bei jeder Stufe des Verlaufs multipliziert; beim exponentiellen über jede Epoche.</translation>
    </message>
    <message>
        <source>Step every</source>
        <translation>Stufe alle</translation>
    </message>
    <message>
        <source>Epochs between two steps of the schedule.</source>
        <translation>Epochen zwischen zwei Stufen des Verlaufs.</translation>
    </message>
    <message>
        <source>At epochs</source>
        <translation>Bei Epochen</translation>
    </message>
    <message>
        <source>The rate steps down when so many epochs are over.</source>
        <translation>Die Rate sinkt um eine Stufe, wenn so viele Epochen vorbei sind.</translation>
    </message>
    <message>
        <source>How fast the rate changes with each training step.</source>
        <translation>Wie schnell sich die Rate mit jedem Trainingsschritt ändert.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>The exponent of the schedule&apos;s formula.</source>
        <translation>Der Exponent in der Formel des Verlaufs.</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>The training step at which the rate is half of the whole.</source>
        <translation>Der Trainingsschritt, bei dem die Rate die Hälfte der ganzen ist.</translation>
    </message>
    <message>
        <source>Rise</source>
        <translation>Anstieg</translation>
    </message>
    <message>
        <source>Share of the run in which the rate rises.</source>
        <translation>Anteil des Laufs, in dem die Rate steigt.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>The first rate, as a share of the highest.</source>
        <translation>Die erste Rate, als Anteil der höchsten.</translation>
    </message>
    <message>
        <source>Down to</source>
        <translation>Bis auf</translation>
    </message>
    <message>
        <source>The last rate, as a share of the highest.</source>
        <translation>Die letzte Rate, als Anteil der höchsten.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Epochs, or a part of one, in which the rate rises before the schedule begins.</source>
        <translation>Epochen, oder ein Teil davon, in denen die Rate steigt, bevor der Verlauf beginnt.</translation>
    </message>
    <message>
        <source>Warm-up from</source>
        <translation>Aufwärmen von</translation>
    </message>
    <message>
        <source>The first rate of the warm-up, as a share of the schedule&apos;s first.</source>
        <translation>Die erste Rate des Aufwärmens, als Anteil der ersten des Verlaufs.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Epochs or steps between two validations. The end of the run is validated in any case.</source>
        <translation>Epochen oder Schritte zwischen zwei Validierungen. Das Ende des Laufs wird in jedem Fall validiert.</translation>
    </message>
    <message>
        <source>Validation in</source>
        <translation>Validierung in</translation>
    </message>
    <message>
        <source>Whether epochs or training steps are counted between two validations.</source>
        <translation>Ob zwischen zwei Validierungen Epochen oder Trainingsschritte gezählt werden.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Bester nach</translation>
    </message>
    <message>
        <source>The metric of the validation that says which state is the best: loss, accuracy, psnr, … Empty: the one that suits the loss.</source>
        <translation>Die Metrik der Validierung, die sagt, welcher Zustand der beste ist: loss, accuracy, psnr, … Leer: die zum Verlust passende.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>The run ends after so many validations in a row without progress. 0: never.</source>
        <translation>Der Lauf endet nach so vielen Validierungen ohne Fortschritt hintereinander. 0: nie.</translation>
    </message>
    <message>
        <source>Progress is</source>
        <translation>Fortschritt ab</translation>
    </message>
    <message>
        <source>By how much the metric must get better than it was at its best to count as progress.</source>
        <translation>Um wie viel die Metrik besser als ihr bester Wert werden muss, um als Fortschritt zu zählen.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint alle</translation>
    </message>
    <message>
        <source>Epochs, steps or minutes between two checkpoints. The best state and the last are saved in any case.</source>
        <translation>Epochen, Schritte oder Minuten zwischen zwei Checkpoints. Der beste Zustand und der letzte werden in jedem Fall gespeichert.</translation>
    </message>
    <message>
        <source>Checkpoints in</source>
        <translation>Checkpoints in</translation>
    </message>
    <message>
        <source>Whether epochs, training steps or minutes are counted between two checkpoints.</source>
        <translation>Ob zwischen zwei Checkpoints Epochen, Trainingsschritte oder Minuten gezählt werden.</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>Beste behalten</translation>
    </message>
    <message>
        <source>So many of the best checkpoints always stay.</source>
        <translation>So viele der besten Checkpoints bleiben immer.</translation>
    </message>
    <message>
        <source>Keep the last</source>
        <translation>Letzte behalten</translation>
    </message>
    <message>
        <source>Checkpoints that stay besides the best: the last so many. 0: all that the space allows.</source>
        <translation>Checkpoints, die neben den besten bleiben: so viele der letzten. 0: alle, die der Platz erlaubt.</translation>
    </message>
    <message>
        <source>Keep each</source>
        <translation>Jede behalten</translation>
    </message>
    <message>
        <source>The checkpoint of each so many epochs stays too, as the space allows. 0: none for that reason.</source>
        <translation>Auch der Checkpoint alle so vielen Epochen bleibt, soweit der Platz reicht. 0: keiner aus diesem Grund.</translation>
    </message>
    <message>
        <source>Checkpoints (MB)</source>
        <translation>Checkpoints (MB)</translation>
    </message>
    <message>
        <source>Megabytes of checkpoints that a run keeps: all of them while they fit, then fewer, spread evenly over the run. The best and the last always stay.</source>
        <translation>Megabyte an Checkpoints, die ein Lauf behält: alle, solange sie passen, dann weniger, gleichmäßig über den Lauf verteilt. Der beste und der letzte bleiben immer.</translation>
    </message>
    <message>
        <source>Averaging</source>
        <translation>Mittelung</translation>
    </message>
    <message>
        <source>Keep an average of the weights: over the last updates, or over all epochs alike.</source>
        <translation>Einen Mittelwert der Gewichte führen: über die letzten Änderungen oder über alle Epochen gleich.</translation>
    </message>
    <message>
        <source>Average decay</source>
        <translation>Abfall der Mittelung</translation>
    </message>
    <message>
        <source>Share of the average that is kept in each update.</source>
        <translation>Anteil des Mittelwerts, der bei jeder Änderung bleibt.</translation>
    </message>
    <message>
        <source>Average after</source>
        <translation>Mitteln nach</translation>
    </message>
    <message>
        <source>Epochs before the first weights are taken into the average.</source>
        <translation>Epochen, bevor die ersten Gewichte in den Mittelwert eingehen.</translation>
    </message>
    <message>
        <source>Use average</source>
        <translation>Mittel benutzen</translation>
    </message>
    <message>
        <source>Validate, and use what was learned, with the averaged weights.</source>
        <translation>Mit den gemittelten Gewichten validieren und benutzen, was gelernt wurde.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Exakt</translation>
    </message>
    <message>
        <source>Use no convolution algorithm that rounds more than the plain one (Winograd&apos;s error is about a millionth). Slower.</source>
        <translation>Kein Faltungsverfahren benutzen, das stärker rundet als das einfache (der Fehler von Winograd ist etwa ein Millionstel). Langsamer.</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Megabytes for what the forward pass keeps for the backward one: where it is more, the cheapest of it is computed again instead. 0 is no limit.</source>
        <translation>Megabyte für das, was der Vorwärtslauf für den Rückwärtslauf behält: Wo es mehr ist, wird das Billigste davon neu berechnet. 0 heißt keine Grenze.</translation>
    </message>
    <message>
        <source>Log every</source>
        <translation>Protokoll alle</translation>
    </message>
    <message>
        <source>Training steps between two points of the curves.</source>
        <translation>Trainingsschritte zwischen zwei Punkten der Kurven.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed gives the same run.</source>
        <translation>Derselbe Startwert ergibt denselben Lauf.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the network is trained: cpu, cuda:0, or several devices that share each batch, as cuda:0,cuda:1.</source>
        <translation>Wo das Netz trainiert wird: cpu, cuda:0 oder mehrere Geräte, die sich jeden Batch teilen, etwa cuda:0,cuda:1.</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>16 bits (bfloat16)</source>
        <translation>16 Bit (bfloat16)</translation>
    </message>
    <message>
        <source>16 bits (half, loss scaled)</source>
        <translation>16 Bit (half, Verlust skaliert)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>By norm</source>
        <translation>Nach Norm</translation>
    </message>
    <message>
        <source>By value</source>
        <translation>Nach Wert</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Steps at epochs</source>
        <translation>Stufen bei Epochen</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Exponentiell</translation>
    </message>
    <message>
        <source>Inverse</source>
        <translation>Invers</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>Polynomiell</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>Ein Zyklus</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Weights of</source>
        <translation>Gewichte von</translation>
    </message>
    <message>
        <source>The layer of this sheet whose weights this one uses, as the branches of siamese networks do. Both then learn together; running moments stay apart.</source>
        <translation>Die Schicht dieses Blatts, deren Gewichte diese benutzt, wie die Zweige siamesischer Netze. Beide lernen dann gemeinsam; laufende Momente bleiben getrennt.</translation>
    </message>
    <message>
        <source>AdaDelta</source>
        <translation>AdaDelta</translation>
    </message>
    <message>
        <source>AdaGrad</source>
        <translation>AdaGrad</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>LAMB</source>
        <translation>LAMB</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>Averaged weights</source>
        <translation>Gemittelte Gewichte</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Histograms every</source>
        <translation>Histogramme alle</translation>
    </message>
    <message>
        <source>Histograms in</source>
        <translation>Histogramme in</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Schedule of the rate</source>
        <translation>Verlauf der Rate</translation>
    </message>
    <message>
        <source>Validation and stopping</source>
        <translation>Validierung und Stoppen</translation>
    </message>
    <message>
        <source>Steps or epochs between two records of how weights, gradients and outputs of each layer are spread. Each record costs about two steps. 0: none.</source>
        <translation>Schritte oder Epochen zwischen zwei Aufzeichnungen, wie Gewichte, Gradienten und Ausgaben jeder Schicht verteilt sind. Jede Aufzeichnung kostet etwa zwei Schritte. 0: keine.</translation>
    </message>
    <message>
        <source>Whether training steps or epochs are counted between two records.</source>
        <translation>Ob zwischen zwei Aufzeichnungen Trainingsschritte oder Epochen gezählt werden.</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 bis 1</translation>
    </message>
    <message>
        <source>100 classes</source>
        <translation>100 Klassen</translation>
    </message>
    <message>
        <source>16 bits a value</source>
        <translation>16 Bit je Wert</translation>
    </message>
    <message>
        <source>1: areas of every size; small: mostly tiny or nearly all.</source>
        <translation>1: Flächen jeder Größe; klein: meist winzig oder fast das ganze Bild.</translation>
    </message>
    <message>
        <source>20 superclasses</source>
        <translation>20 Oberklassen</translation>
    </message>
    <message>
        <source>8 bits, from the darkest to the brightest of each image</source>
        <translation>8 Bit, vom dunkelsten bis zum hellsten Wert jedes Bildes</translation>
    </message>
    <message>
        <source>A byte</source>
        <translation>Ein Byte</translation>
    </message>
    <message>
        <source>A character</source>
        <translation>Ein Zeichen</translation>
    </message>
    <message>
        <source>A file is a volume, its pages are the slices</source>
        <translation>Eine Datei ist ein Volumen, ihre Seiten sind die Schnitte</translation>
    </message>
    <message>
        <source>A file that says which colour is which class, &quot;name, r, g, b&quot; a line; empty looks for one.</source>
        <translation>Eine Datei, die sagt, welche Farbe welche Klasse ist, je Zeile „name, r, g, b“; leer: wird gesucht.</translation>
    </message>
    <message>
        <source>A name, or a number from 1; empty finds it.</source>
        <translation>Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>A number in the name, to predict</source>
        <translation>Eine Zahl im Namen, die vorherzusagen ist</translation>
    </message>
    <message>
        <source>A place along its first axis</source>
        <translation>Eine Stelle entlang der ersten Achse</translation>
    </message>
    <message>
        <source>A place along its last axis: MATLAB alone</source>
        <translation>Eine Stelle entlang der letzten Achse: nur MATLAB</translation>
    </message>
    <message>
        <source>A slice of a volume</source>
        <translation>Ein Schnitt eines Volumens</translation>
    </message>
    <message>
        <source>A symbol each, beside the numbers as a second part</source>
        <translation>Je ein Symbol, neben den Zahlen als zweiter Teil</translation>
    </message>
    <message>
        <source>A symbol each, for an Embedding layer</source>
        <translation>Je ein Symbol, für eine Einbettungsschicht</translation>
    </message>
    <message>
        <source>A value is the number of its class</source>
        <translation>Ein Wert ist die Nummer seiner Klasse</translation>
    </message>
    <message>
        <source>A volume</source>
        <translation>Ein Volumen</translation>
    </message>
    <message>
        <source>A word</source>
        <translation>Ein Wort</translation>
    </message>
    <message>
        <source>Adds a normal random number to each of a signal.</source>
        <translation>Addiert zu jeder Zahl eines Signals eine normalverteilte Zufallszahl.</translation>
    </message>
    <message>
        <source>Adds grain: a normal random number for each pixel and channel.</source>
        <translation>Fügt Körnung hinzu: eine normalverteilte Zufallszahl je Pixel und Kanal.</translation>
    </message>
    <message>
        <source>All capital</source>
        <translation>Alles groß</translation>
    </message>
    <message>
        <source>All folders: animals/cat</source>
        <translation>Alle Ordner: animals/cat</translation>
    </message>
    <message>
        <source>All of it: a file is a sample</source>
        <translation>Alles: Eine Datei ist ein Beispiel</translation>
    </message>
    <message>
        <source>All small</source>
        <translation>Alles klein</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Arrays (NumPy, HDF5, MATLAB)</source>
        <translation>Arrays (NumPy, HDF5, MATLAB)</translation>
    </message>
    <message>
        <source>As folders and names suggest</source>
        <translation>Nach Ordnern und Namen</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Unverändert</translation>
    </message>
    <message>
        <source>As names and surroundings suggest</source>
        <translation>Namen und Umgebung</translation>
    </message>
    <message>
        <source>As the files are</source>
        <translation>Wie die Dateien</translation>
    </message>
    <message>
        <source>As the masks suggest</source>
        <translation>Nach den Masken</translation>
    </message>
    <message>
        <source>As they are</source>
        <translation>Unverändert</translation>
    </message>
    <message>
        <source>Ask where there are any</source>
        <translation>Bei Bedarf fragen</translation>
    </message>
    <message>
        <source>At most so many degrees either way.</source>
        <translation>Höchstens so viele Grad in jede Richtung.</translation>
    </message>
    <message>
        <source>At most so many degrees.</source>
        <translation>Höchstens so viele Grad.</translation>
    </message>
    <message>
        <source>At most so many pixels of standard deviation.</source>
        <translation>Höchstens so viele Pixel Standardabweichung.</translation>
    </message>
    <message>
        <source>At most this share brighter or darker.</source>
        <translation>Höchstens um diesen Anteil heller oder dunkler.</translation>
    </message>
    <message>
        <source>At most this share faster or slower.</source>
        <translation>Höchstens um diesen Anteil schneller oder langsamer.</translation>
    </message>
    <message>
        <source>At most this share is silenced.</source>
        <translation>Höchstens dieser Anteil wird stummgeschaltet.</translation>
    </message>
    <message>
        <source>At most this share larger or smaller.</source>
        <translation>Höchstens um diesen Anteil größer oder kleiner.</translation>
    </message>
    <message>
        <source>At most this share more or less colourful.</source>
        <translation>Höchstens um diesen Anteil kräftigere oder blassere Farben.</translation>
    </message>
    <message>
        <source>At most this share more or less.</source>
        <translation>Höchstens um diesen Anteil mehr oder weniger.</translation>
    </message>
    <message>
        <source>At most this share of a turn of the colours.</source>
        <translation>Höchstens dieser Anteil einer Drehung des Farbkreises.</translation>
    </message>
    <message>
        <source>At most this share of the signal&apos;s own deviation.</source>
        <translation>Höchstens dieser Anteil der Streuung des Signals selbst.</translation>
    </message>
    <message>
        <source>At most this share of white.</source>
        <translation>Höchstens dieser Anteil von Weiß.</translation>
    </message>
    <message>
        <source>At most this share of width and height.</source>
        <translation>Höchstens dieser Anteil von Breite und Höhe.</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Augmentierung</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>Two colons</source>
        <translation>Zwei Doppelpunkte</translation>
    </message>
    <message>
        <source>Folder of split lists</source>
        <translation>Ordner der Split-Listen</translation>
    </message>
    <message>
        <source>Frames of one folder</source>
        <translation>Einzelbilder eines Ordners</translation>
    </message>
    <message>
        <source>Where the names of the images suggest it</source>
        <translation>Wo die Namen der Bilder es nahelegen</translation>
    </message>
    <message>
        <source>They stay in one split</source>
        <translation>Sie bleiben in einem Split</translation>
    </message>
    <message>
        <source>Each image is drawn by itself</source>
        <translation>Jedes Bild wird für sich gezogen</translation>
    </message>
    <message>
        <source>A place along its second axis</source>
        <translation>Eine Stelle entlang der zweiten Achse</translation>
    </message>
    <message>
        <source>The folder of lists such as train.txt and val.txt, whose lines name images or folders of images. Empty looks for it, &quot;none&quot; reads no list.</source>
        <translation>Der Ordner mit Listen wie train.txt und val.txt, deren Zeilen Bilder oder Ordner von Bildern nennen. Leer: er wird gesucht; „none“: keine Liste wird gelesen.</translation>
    </message>
    <message>
        <source>Whether the images of one folder stay in one split, as the frames of a film must.</source>
        <translation>Ob die Bilder eines Ordners in einem Split bleiben, wie es für die Einzelbilder eines Films nötig ist.</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Senkrechter Strich</translation>
    </message>
    <message>
        <source>Base folder</source>
        <translation>Basisordner</translation>
    </message>
    <message>
        <source>Blanks</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>Blue, green, red (Caffe)</source>
        <translation>Blau, Grün, Rot (Caffe)</translation>
    </message>
    <message>
        <source>Blur</source>
        <translation>Weichzeichnen</translation>
    </message>
    <message>
        <source>Border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Boxes and masks of CVAT (XML)</source>
        <translation>Rahmen und Masken von CVAT (XML)</translation>
    </message>
    <message>
        <source>Boxes around them</source>
        <translation>Umschließende Rahmen</translation>
    </message>
    <message>
        <source>Boxes in a table (CSV)</source>
        <translation>Rahmen in einer Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Boxes of KITTI (text)</source>
        <translation>Rahmen von KITTI (Text)</translation>
    </message>
    <message>
        <source>Boxes of SVHN (digitStruct.mat)</source>
        <translation>Rahmen aus SVHN (digitStruct.mat)</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>Ausrichtung</translation>
    </message>
    <message>
        <source>Rows and columns swapped</source>
        <translation>Zeilen und Spalten vertauscht</translation>
    </message>
    <message>
        <source>Whether rows and columns of square grey pictures are swapped, as the files of EMNIST need it.</source>
        <translation>Ob Zeilen und Spalten quadratischer Graubilder vertauscht werden, wie die Dateien von EMNIST es brauchen.</translation>
    </message>
    <message>
        <source>Boxes of Pascal VOC (XML)</source>
        <translation>Rahmen von Pascal VOC (XML)</translation>
    </message>
    <message>
        <source>Boxes of WIDER FACE</source>
        <translation>Rahmen von WIDER FACE</translation>
    </message>
    <message>
        <source>Boxes of YOLO (text)</source>
        <translation>Rahmen von YOLO (Text)</translation>
    </message>
    <message>
        <source>Boxes outside the image</source>
        <translation>Rahmen außerhalb</translation>
    </message>
    <message>
        <source>Boxes where there are some, else ask</source>
        <translation>Rahmen, wo es welche gibt, sonst fragen</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>CIFAR-10 and CIFAR-100, binary</source>
        <translation>CIFAR-10 und CIFAR-100, binär</translation>
    </message>
    <message>
        <source>CIFAR-10 and CIFAR-100, the Python version</source>
        <translation>CIFAR-10 und CIFAR-100, Python-Fassung</translation>
    </message>
    <message>
        <source>COCO (JSON)</source>
        <translation>COCO (JSON)</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Changes brightness, contrast, saturation and hue by random amounts.</source>
        <translation>Ändert Helligkeit, Kontrast, Sättigung und Farbton um zufällige Beträge.</translation>
    </message>
    <message>
        <source>Chooses which samples validate and test.</source>
        <translation>Bestimmt, welche Beispiele validieren und testen.</translation>
    </message>
    <message>
        <source>Class column</source>
        <translation>Klassenspalte</translation>
    </message>
    <message>
        <source>Class from</source>
        <translation>Klasse aus</translation>
    </message>
    <message>
        <source>Class names</source>
        <translation>Klassennamen</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Classes with fewer samples are left out.</source>
        <translation>Klassen mit weniger Beispielen werden ausgelassen.</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour list</source>
        <translation>Farbliste</translation>
    </message>
    <message>
        <source>Colour order</source>
        <translation>Farbreihenfolge</translation>
    </message>
    <message>
        <source>Columns with more different words are left out.</source>
        <translation>Spalten mit mehr verschiedenen Wörtern werden ausgelassen.</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Crop and scale</source>
        <translation>Zuschneiden und skalieren</translation>
    </message>
    <message>
        <source>Crop anywhere</source>
        <translation>Zufällig zuschneiden</translation>
    </message>
    <message>
        <source>Crop the middle</source>
        <translation>Mittig zuschneiden</translation>
    </message>
    <message>
        <source>Cut and mix</source>
        <translation>CutMix</translation>
    </message>
    <message>
        <source>Cut at the border</source>
        <translation>Am Rand abschneiden</translation>
    </message>
    <message>
        <source>Cut out</source>
        <translation>Cutout</translation>
    </message>
    <message>
        <source>Cuts out a random part of the image and scales it to the wanted size: things appear at all sizes and places (Szegedy et al. 2015).</source>
        <translation>Schneidet einen zufälligen Teil des Bildes aus und skaliert ihn auf die gewünschte Größe: Dinge erscheinen in allen Größen und an allen Stellen (Szegedy et al. 2015).</translation>
    </message>
    <message>
        <source>Databases of Caffe and DIGITS (LMDB)</source>
        <translation>Datenbanken von Caffe und DIGITS (LMDB)</translation>
    </message>
    <message>
        <source>Day first</source>
        <translation>Tag zuerst</translation>
    </message>
    <message>
        <source>Decimal sign</source>
        <translation>Dezimalzeichen</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Depth of the classes</source>
        <translation>Tiefe der Klassen</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>Erkennen</translation>
    </message>
    <message>
        <source>Difficult objects</source>
        <translation>Schwierige Objekte</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Distortion</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Doppelte</translation>
    </message>
    <message>
        <source>Each value that occurs is a class</source>
        <translation>Jeder Wert, der vorkommt, ist eine Klasse</translation>
    </message>
    <message>
        <source>Empty finds it.</source>
        <translation>Leer: automatisch.</translation>
    </message>
    <message>
        <source>Empty finds it; none leaves it out.</source>
        <translation>Leer: automatisch; „none“ lässt sie weg.</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Every page is an image of the file&apos;s class</source>
        <translation>Jede Seite ist ein Bild der Klasse der Datei</translation>
    </message>
    <message>
        <source>Feature columns</source>
        <translation>Merkmalsspalten</translation>
    </message>
    <message>
        <source>Feature shape</source>
        <translation>Merkmalsform</translation>
    </message>
    <message>
        <source>Fewest of a class</source>
        <translation>Mindestzahl je Klasse</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Auffüllen</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>Ermitteln</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Spiegeln</translation>
    </message>
    <message>
        <source>Folders of such names are splits</source>
        <translation>Ordner mit solchen Namen sind Splits</translation>
    </message>
    <message>
        <source>Folders set apart</source>
        <translation>Sonderordner</translation>
    </message>
    <message>
        <source>Folders without labels</source>
        <translation>Ordner ohne Labels</translation>
    </message>
    <message>
        <source>Follow them</source>
        <translation>Befolgen</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Frame fit</source>
        <translation>Frame-Anpassung</translation>
    </message>
    <message>
        <source>Frame height</source>
        <translation>Frame-Höhe</translation>
    </message>
    <message>
        <source>Frame width</source>
        <translation>Frame-Breite</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>From the start of a sample to the next; 0 is the length.</source>
        <translation>Vom Anfang eines Beispiels zum nächsten; 0: die Länge.</translation>
    </message>
    <message>
        <source>Gap in frequency</source>
        <translation>Frequenzlücke</translation>
    </message>
    <message>
        <source>Gap in time</source>
        <translation>Zeitlücke</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Grey has one channel, colour three; a network takes one or the other.</source>
        <translation>Grau hat einen Kanal, Farbe drei; ein Netz nimmt das eine oder das andere.</translation>
    </message>
    <message>
        <source>Grey values</source>
        <translation>Grauwerte</translation>
    </message>
    <message>
        <source>Group column</source>
        <translation>Gruppenspalte</translation>
    </message>
    <message>
        <source>Groups to test</source>
        <translation>Gruppen zum Testen</translation>
    </message>
    <message>
        <source>Groups to validate</source>
        <translation>Gruppen zum Validieren</translation>
    </message>
    <message>
        <source>Half crop, half fill</source>
        <translation>Halb zuschneiden, halb auffüllen</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>How a frame is brought to that size.</source>
        <translation>Wie ein Frame auf diese Größe gebracht wird.</translation>
    </message>
    <message>
        <source>How an image of other proportions becomes that size.</source>
        <translation>Wie ein Bild mit anderem Seitenverhältnis auf diese Größe kommt.</translation>
    </message>
    <message>
        <source>How far a corner may move, as a share of half the side.</source>
        <translation>Wie weit sich eine Ecke bewegen darf, als Anteil der halben Seite.</translation>
    </message>
    <message>
        <source>How many bands of the mel scale a spectrogram has.</source>
        <translation>Wie viele Bänder der Mel-Skala ein Spektrogramm hat.</translation>
    </message>
    <message>
        <source>How many bytes of a text are taken; shorter ones are filled with zeros.</source>
        <translation>Wie viele Bytes eines Textes genommen werden; kürzere werden mit Nullen aufgefüllt.</translation>
    </message>
    <message>
        <source>How many bytes of a text are taken; shorter ones are filled with zeros. 0 takes what nearly all texts need.</source>
        <translation>Wie viele Bytes eines Textes genommen werden; kürzere werden mit Nullen aufgefüllt. 0: so viele, wie fast alle Texte brauchen.</translation>
    </message>
    <message>
        <source>How many frames of a clip are taken, evenly spread over it.</source>
        <translation>Wie viele Frames eines Clips genommen werden, gleichmäßig über ihn verteilt.</translation>
    </message>
    <message>
        <source>How many slices a volume has, evenly spread over its stack; 0 takes all.</source>
        <translation>Wie viele Schnitte ein Volumen hat, gleichmäßig über seinen Stapel verteilt; 0: alle.</translation>
    </message>
    <message>
        <source>How many symbols of a sample are followed by one that is to be told.</source>
        <translation>Wie viele Symbole ein Beispiel hat; nach jedem ist das nächste vorherzusagen.</translation>
    </message>
    <message>
        <source>How many times smaller the input is than the picture.</source>
        <translation>Wievielmal kleiner als das Bild die Eingabe ist.</translation>
    </message>
    <message>
        <source>How much wider or higher than the wanted shape the part may be.</source>
        <translation>Wievielmal breiter oder höher als die gewünschte Form der Teil sein darf.</translation>
    </message>
    <message>
        <source>How the numbers of a volume are brought to a common scale.</source>
        <translation>Wie die Zahlen eines Volumens auf eine gemeinsame Skala gebracht werden.</translation>
    </message>
    <message>
        <source>How the values of grey masks become classes.</source>
        <translation>Wie aus den Werten grauer Masken Klassen werden.</translation>
    </message>
    <message>
        <source>How words that repeat become numbers.</source>
        <translation>Wie aus Wörtern, die sich wiederholen, Zahlen werden.</translation>
    </message>
    <message>
        <source>Hue</source>
        <translation>Farbton</translation>
    </message>
    <message>
        <source>Ignore annotations</source>
        <translation>Annotationen ignorieren</translation>
    </message>
    <message>
        <source>Ignore them</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Image column</source>
        <translation>Bildspalte</translation>
    </message>
    <message>
        <source>Image folder</source>
        <translation>Bilderordner</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Images with masks</source>
        <translation>Bilder mit Masken</translation>
    </message>
    <message>
        <source>Images without boxes</source>
        <translation>Bilder ohne Rahmen</translation>
    </message>
    <message>
        <source>Images, a folder per class</source>
        <translation>Bilder, je Klasse ein Ordner</translation>
    </message>
    <message>
        <source>In pixels.</source>
        <translation>In Pixeln.</translation>
    </message>
    <message>
        <source>In pixels; 0: as it is.</source>
        <translation>In Pixeln; 0: unverändert.</translation>
    </message>
    <message>
        <source>In the order of the labels, separated by commas; empty takes a list beside the folders, or numbers. &quot;numbers&quot; takes numbers, &quot;cityscapes&quot; and &quot;voc&quot; the names of these sets.</source>
        <translation>In der Reihenfolge der Labels, durch Kommas getrennt; leer nimmt eine Liste neben den Ordnern oder Zahlen. „numbers“ nimmt Zahlen, „cityscapes“ und „voc“ die Namen dieser Datensätze.</translation>
    </message>
    <message>
        <source>Input folder</source>
        <translation>Eingabeordner</translation>
    </message>
    <message>
        <source>Invalid boxes</source>
        <translation>Ungültige Rahmen</translation>
    </message>
    <message>
        <source>Its median</source>
        <translation>Ihr Median</translation>
    </message>
    <message>
        <source>JPEG</source>
        <translation>JPEG</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep columns</source>
        <translation>Spalten behalten</translation>
    </message>
    <message>
        <source>Keep for testing</source>
        <translation>Zum Testen behalten</translation>
    </message>
    <message>
        <source>Keep, as images without boxes</source>
        <translation>Behalten, als Bilder ohne Rahmen</translation>
    </message>
    <message>
        <source>Keeps the middle of the image, pixel by pixel.</source>
        <translation>Behält die Mitte des Bildes, Pixel für Pixel.</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>Label-Spalte</translation>
    </message>
    <message>
        <source>Label columns</source>
        <translation>Label-Spalten</translation>
    </message>
    <message>
        <source>Boxes of Create ML (JSON)</source>
        <translation>Rahmen von Create ML (JSON)</translation>
    </message>
    <message>
        <source>Boxes in lists of YOLO (Keras, PyTorch)</source>
        <translation>Rahmen in Listen von YOLO (Keras, PyTorch)</translation>
    </message>
    <message>
        <source>Rotated boxes of DOTA (text)</source>
        <translation>Gedrehte Rahmen von DOTA (Text)</translation>
    </message>
    <message>
        <source>Categories above others</source>
        <translation>Kategorien über anderen</translation>
    </message>
    <message>
        <source>Keep, as a class</source>
        <translation>Behalten, als Klasse</translation>
    </message>
    <message>
        <source>What becomes of a category that no annotation has and that another names as its supercategory.</source>
        <translation>Was aus einer Kategorie wird, die keine Annotation hat und die eine andere als ihre Oberkategorie nennt.</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>Which attribute names the class, where annotations have several. Empty takes the one that is called label or class.</source>
        <translation>Welches Attribut die Klasse nennt, wenn Annotationen mehrere haben. Leer verwendet das, das label oder class heißt.</translation>
    </message>
    <message>
        <source>Exports of labelling tools (JSON, CSV)</source>
        <translation>Exporte von Label-Werkzeugen (JSON, CSV)</translation>
    </message>
    <message>
        <source>Keep labels</source>
        <translation>Labels behalten</translation>
    </message>
    <message>
        <source>Labels that are classes although they look like missing ones, such as -; several, separated by commas.</source>
        <translation>Labels, die Klassen sind, obwohl sie wie fehlende aussehen, etwa -; mehrere durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Label separator</source>
        <translation>Label-Trennzeichen</translation>
    </message>
    <message>
        <source>Labels file</source>
        <translation>Label-Datei</translation>
    </message>
    <message>
        <source>Labels of faces</source>
        <translation>Labels der Gesichter</translation>
    </message>
    <message>
        <source>Large: halves of both; small: mostly one of them.</source>
        <translation>Groß: halb und halb; klein: meist fast nur eines von beiden.</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Lays another sample of the batch over some of the samples; the labels are mixed by the same shares, for a loss that takes shares of classes (Zhang et al. 2018).</source>
        <translation>Legt über manche Beispiele ein anderes aus dem Batch; die Labels werden zu denselben Anteilen gemischt, für einen Verlust, der Anteile der Klassen nimmt (Zhang et al. 2018).</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Leave the image out</source>
        <translation>Das Bild auslassen</translation>
    </message>
    <message>
        <source>Leave them out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Left and right</source>
        <translation>Links und rechts</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Lists of splits</source>
        <translation>Split-Listen</translation>
    </message>
    <message>
        <source>Log-mel spectrogram</source>
        <translation>Log-Mel-Spektrogramm</translation>
    </message>
    <message>
        <source>Longer sounds are cut to their middle, shorter ones filled with silence; 0 leaves them as long as they are.</source>
        <translation>Längere Klänge werden auf ihre Mitte gekürzt, kürzere mit Stille aufgefüllt; 0 lässt sie so lang, wie sie sind.</translation>
    </message>
    <message>
        <source>MNIST files (IDX)</source>
        <translation>MNIST-Dateien (IDX)</translation>
    </message>
    <message>
        <source>Makes a sound or another signal faster or slower about its middle, by a random amount. Time is its last axis. One that was filled up with silence at its import is stretched from its beginning, and its length with it.</source>
        <translation>Macht einen Klang oder ein anderes Signal von der Mitte aus um einen zufälligen Betrag schneller oder langsamer. Die Zeit ist die letzte Achse. Wurde es beim Import mit Stille aufgefüllt, wird es vom Anfang an gestreckt, und seine Länge mit ihm.</translation>
    </message>
    <message>
        <source>Makes every image the same size. Squash changes its shape; crop fills the size and cuts off what is over; fill shows all of it with a border.</source>
        <translation>Bringt jedes Bild auf dieselbe Größe. „Verzerren“ ändert seine Form; „Zuschneiden“ füllt die Größe aus und schneidet ab, was übersteht; „Auffüllen“ zeigt das ganze Bild mit einem Rand.</translation>
    </message>
    <message>
        <source>Mask folder</source>
        <translation>Maskenordner</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Masks from the outlines</source>
        <translation>Masken aus den Umrissen</translation>
    </message>
    <message>
        <source>Mean 0, deviation 1</source>
        <translation>Mittelwert 0, Streuung 1</translation>
    </message>
    <message>
        <source>Mirrors some of the images: left and right, or top and bottom.</source>
        <translation>Spiegelt manche Bilder: links und rechts oder oben und unten.</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>Fehlende Werte</translation>
    </message>
    <message>
        <source>Missing words</source>
        <translation>Wörter für Fehlendes</translation>
    </message>
    <message>
        <source>Mix up</source>
        <translation>Mixup</translation>
    </message>
    <message>
        <source>Month first</source>
        <translation>Monat zuerst</translation>
    </message>
    <message>
        <source>Most categories</source>
        <translation>Höchstzahl Kategorien</translation>
    </message>
    <message>
        <source>Most of a class</source>
        <translation>Höchstzahl je Klasse</translation>
    </message>
    <message>
        <source>Most symbols</source>
        <translation>Höchstzahl Symbole</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the folders of images; empty knows &quot;images&quot; and its like.</source>
        <translation>Name der Ordner mit Bildern; leer: „images“ und Ähnliches.</translation>
    </message>
    <message>
        <source>Name of the folders of inputs; empty knows &quot;input&quot; and its like.</source>
        <translation>Name der Ordner mit Eingaben; leer: „input“ und Ähnliches.</translation>
    </message>
    <message>
        <source>Name of the folders of masks; empty knows &quot;masks&quot; and its like.</source>
        <translation>Name der Ordner mit Masken; leer: „masks“ und Ähnliches.</translation>
    </message>
    <message>
        <source>Name of the folders of targets; empty knows &quot;target&quot; and its like.</source>
        <translation>Name der Ordner mit Zielen; leer: „target“ und Ähnliches.</translation>
    </message>
    <message>
        <source>Names in the order of the labels, separated by commas; empty takes known names or the numbers.</source>
        <translation>Namen in der Reihenfolge der Labels, durch Kommas getrennt; leer: bekannte Namen oder die Nummern.</translation>
    </message>
    <message>
        <source>Names of folders to leave out, separated by commas.</source>
        <translation>Namen von Ordnern, die ausgelassen werden, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Names of the files of a folder that hold samples, separated by commas; empty finds them.</source>
        <translation>Namen der Dateien eines Ordners, die Beispiele enthalten, durch Kommas getrennt; leer: automatisch.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes all that can be learned from.</source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: alle, aus denen sich lernen lässt.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes none.</source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: keine.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes none. Each says 0 or 1 for the class of its name.</source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: keine. Jede sagt mit 0 oder 1, ob die Klasse ihres Namens zutrifft.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes none. Features although they look like ids, copies or constants.</source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: keine. Bleiben Merkmale, obwohl sie wie IDs, Kopien oder Konstanten aussehen.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes the last one for a regression.</source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: die letzte, bei einer Regression.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Noise in a signal</source>
        <translation>Rauschen im Signal</translation>
    </message>
    <message>
        <source>None: all files are one text</source>
        <translation>Keine: Alle Dateien sind ein Text</translation>
    </message>
    <message>
        <source>None: every folder is a class</source>
        <translation>Keine: Jeder Ordner ist eine Klasse</translation>
    </message>
    <message>
        <source>None: files without classes</source>
        <translation>Keine: Dateien ohne Klassen</translation>
    </message>
    <message>
        <source>Of JPEG, from 1 to 100.</source>
        <translation>Bei JPEG, von 1 bis 100.</translation>
    </message>
    <message>
        <source>Of classes with more samples so many are drawn by the seed; 0 takes all.</source>
        <translation>Aus Klassen mit mehr Beispielen werden mit dem Startwert so viele gezogen; 0: alle.</translation>
    </message>
    <message>
        <source>Of dates such as 3/4/2024; those that begin with the year are clear.</source>
        <translation>Bei Datumsangaben wie 3/4/2024; solche, die mit dem Jahr beginnen, sind eindeutig.</translation>
    </message>
    <message>
        <source>Of every image in pixels; 0 leaves each as it is.</source>
        <translation>Jedes Bildes in Pixeln; 0 lässt jedes, wie es ist.</translation>
    </message>
    <message>
        <source>One number each (one-hot)</source>
        <translation>Je eine Zahl (One-Hot)</translation>
    </message>
    <message>
        <source>Only pairs whose target is so many times larger; 0 takes all.</source>
        <translation>Nur Paare, deren Ziel so vielmal größer ist; 0: alle.</translation>
    </message>
    <message>
        <source>Order of dates</source>
        <translation>Datumsformat</translation>
    </message>
    <message>
        <source>Other places</source>
        <translation>Abweichende Lage</translation>
    </message>
    <message>
        <source>Outlines of LabelMe (JSON)</source>
        <translation>Umrisse von LabelMe (JSON)</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>Pages and frames</source>
        <translation>Seiten und Frames</translation>
    </message>
    <message>
        <source>Paints a square of some images black, so that a network learns to look at all of them (DeVries, Taylor 2017).</source>
        <translation>Malt in manchen Bildern ein Quadrat schwarz, damit ein Netz lernt, auf das ganze Bild zu achten (DeVries, Taylor 2017).</translation>
    </message>
    <message>
        <source>Pairs of images</source>
        <translation>Bildpaare</translation>
    </message>
    <message>
        <source>Part of the name</source>
        <translation>Teil des Namens</translation>
    </message>
    <message>
        <source>Path column</source>
        <translation>Pfadspalte</translation>
    </message>
    <message>
        <source>Paths of images. A name, or a number from 1; empty finds it.</source>
        <translation>Pfade von Bildern. Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspektive</translation>
    </message>
    <message>
        <source>Pixels on each side.</source>
        <translation>Pixel auf jeder Seite.</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Puts a border around the image and cuts the wanted size out at a random place, pixel by pixel. A height and width of 0 keep the size.</source>
        <translation>Legt einen Rand um das Bild und schneidet die gewünschte Größe an einer zufälligen Stelle aus, Pixel für Pixel. Höhe und Breite 0 behalten die Größe.</translation>
    </message>
    <message>
        <source>Puts a rectangle of another image of the batch into some of the images; the labels are mixed by the shares of the area, for a loss that takes shares of classes (Yun et al. 2019).</source>
        <translation>Setzt in manche Bilder ein Rechteck eines anderen Bildes aus dem Batch; die Labels werden nach den Flächenanteilen gemischt, für einen Verlust, der Anteile der Klassen nimmt (Yun et al. 2019).</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Quantities</source>
        <translation>Stetige Werte</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>Radius</translation>
    </message>
    <message>
        <source>Rarer characters than that many are all the same symbol.</source>
        <translation>So viele der häufigsten Zeichen sind eigene Symbole, alle selteneren zusammen eines.</translation>
    </message>
    <message>
        <source>Raw pixels</source>
        <translation>Rohe Pixel</translation>
    </message>
    <message>
        <source>Raw pixels load fastest and take the most space. Automatic keeps small images raw and large ones as their files are.</source>
        <translation>Rohe Pixel laden am schnellsten und brauchen am meisten Platz. „Automatisch“ speichert kleine Bilder roh und große wie ihre Dateien.</translation>
    </message>
    <message>
        <source>Red, green, blue</source>
        <translation>Rot, Grün, Blau</translation>
    </message>
    <message>
        <source>Regions &quot;DontCare&quot;</source>
        <translation>Bereiche „DontCare“</translation>
    </message>
    <message>
        <source>Regression</source>
        <translation>Regression</translation>
    </message>
    <message>
        <source>Rows with the same value stay in one split. A name, or a number from 1; empty finds it.</source>
        <translation>Zeilen mit demselben Wert bleiben in einem Split. Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Samples a second, to which every sound is brought.</source>
        <translation>Abtastwerte je Sekunde, auf die jeder Klang gebracht wird.</translation>
    </message>
    <message>
        <source>Samples of one value stay in one split. Empty finds a column such as fold; none leaves it out.</source>
        <translation>Beispiele mit demselben Wert bleiben in einem Split. Leer: sucht eine Spalte wie fold; „none“ lässt sie weg.</translation>
    </message>
    <message>
        <source>Samples with the same content go to the same split, unless the source says in which split each is.</source>
        <translation>Beispiele gleichen Inhalts kommen in denselben Split, sofern die Quelle nicht sagt, in welchem Split jedes liegt.</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>Says train, validation or test. A name, or a number from 1; empty finds it.</source>
        <translation>Sagt train, validation oder test. Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Several labels</source>
        <translation>Mehrere Labels</translation>
    </message>
    <message>
        <source>Shape of a sample, for instance 1, 28, 28; empty is a vector.</source>
        <translation>Form eines Beispiels, etwa 1, 28, 28; leer: ein Vektor.</translation>
    </message>
    <message>
        <source>Shorter sounds are filled with silence, which CTC does not look at; longer ones are left out; 0 takes each as long as it is.</source>
        <translation>Kürzere Klänge werden mit Stille aufgefüllt, die CTC nicht ansieht; längere werden ausgelassen; 0 nimmt jeden so lang, wie er ist.</translation>
    </message>
    <message>
        <source>Side of the square, as a share of the shorter side.</source>
        <translation>Seite des Quadrats, als Anteil der kürzeren Seite.</translation>
    </message>
    <message>
        <source>Silences a random stretch of some signals (Park et al. 2019).</source>
        <translation>Macht in manchen Signalen einen zufälligen Abschnitt stumm (Park et al. 2019).</translation>
    </message>
    <message>
        <source>Silences random bands of some spectrograms, whose last axis is time and the one before it the bands (Park et al. 2019).</source>
        <translation>Macht in manchen Spektrogrammen zufällige Bänder stumm; ihre letzte Achse ist die Zeit, die davor die Bänder (Park et al. 2019).</translation>
    </message>
    <message>
        <source>Slant</source>
        <translation>Scherung</translation>
    </message>
    <message>
        <source>Smallest part</source>
        <translation>Kleinster Teil</translation>
    </message>
    <message>
        <source>Softens the image by a random amount.</source>
        <translation>Zeichnet das Bild weich, zufällig stark.</translation>
    </message>
    <message>
        <source>Sounds or writing with transcripts</source>
        <translation>Klänge oder Schrift mit Abschriften</translation>
    </message>
    <message>
        <source>Sounds with a table of classes</source>
        <translation>Klänge mit einer Klassentabelle</translation>
    </message>
    <message>
        <source>Sounds, a folder per class</source>
        <translation>Klänge, je Klasse ein Ordner</translation>
    </message>
    <message>
        <source>Split column</source>
        <translation>Split-Spalte</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>Splits</translation>
    </message>
    <message>
        <source>Squash</source>
        <translation>Verzerren</translation>
    </message>
    <message>
        <source>Store as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>Streckung</translation>
    </message>
    <message>
        <source>Stretch in time</source>
        <translation>Zeitstreckung</translation>
    </message>
    <message>
        <source>Super-resolution from images</source>
        <translation>Super-Resolution aus Bildern</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Tables (CSV, TSV, JSON lines)</source>
        <translation>Tabellen (CSV, TSV, JSON-Zeilen)</translation>
    </message>
    <message>
        <source>Take the folder</source>
        <translation>Gewählter Ordner</translation>
    </message>
    <message>
        <source>Take the files alone although files of annotations lie beside them.</source>
        <translation>Nur die Dateien nehmen, obwohl Dateien mit Annotationen daneben liegen.</translation>
    </message>
    <message>
        <source>Take them as classes</source>
        <translation>Als Klassen nehmen</translation>
    </message>
    <message>
        <source>Take voxel by voxel</source>
        <translation>Voxel für Voxel nehmen</translation>
    </message>
    <message>
        <source>Takes the colour out of some of the images.</source>
        <translation>Nimmt manchen Bildern die Farbe.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Target columns</source>
        <translation>Zielspalten</translation>
    </message>
    <message>
        <source>Target folder</source>
        <translation>Zielordner</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Test files</source>
        <translation>Testdateien</translation>
    </message>
    <message>
        <source>Test share</source>
        <translation>Testanteil</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>Textspalte</translation>
    </message>
    <message>
        <source>Text length</source>
        <translation>Textlänge</translation>
    </message>
    <message>
        <source>Text lists of images</source>
        <translation>Textlisten von Bildern</translation>
    </message>
    <message>
        <source>Text to continue</source>
        <translation>Text zum Fortsetzen</translation>
    </message>
    <message>
        <source>Texts, a folder per class</source>
        <translation>Texte, je Klasse ein Ordner</translation>
    </message>
    <message>
        <source>Texts, taken as bytes; several, separated by commas, are joined. A name, or a number from 1; empty finds it.</source>
        <translation>Texte, als Bytes genommen; mehrere, durch Kommas getrennt, werden zusammengefügt. Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>The array that holds the inputs; empty: by its name.</source>
        <translation>Das Array mit den Eingaben; leer: nach dem Namen.</translation>
    </message>
    <message>
        <source>The array that holds the targets; empty: by its name.</source>
        <translation>Das Array mit den Zielen; leer: nach dem Namen.</translation>
    </message>
    <message>
        <source>The class. A name, or a number from 1; empty finds it.</source>
        <translation>Die Klasse. Ein Name oder eine Nummer ab 1; leer: automatisch.</translation>
    </message>
    <message>
        <source>The classes in an image</source>
        <translation>Die Klassen in einem Bild</translation>
    </message>
    <message>
        <source>The first page of each file</source>
        <translation>Die erste Seite jeder Datei</translation>
    </message>
    <message>
        <source>The innermost: cat</source>
        <translation>Der innerste: cat</translation>
    </message>
    <message>
        <source>The mean of the column</source>
        <translation>Der Mittelwert der Spalte</translation>
    </message>
    <message>
        <source>The mean, and one more number that says so</source>
        <translation>Der Mittelwert und eine Zahl mehr, die es anzeigt</translation>
    </message>
    <message>
        <source>The name of the file: cat.0.jpg</source>
        <translation>Der Dateiname: cat.0.jpg</translation>
    </message>
    <message>
        <source>The names of the classes, one a line; empty takes labels.txt or classes.txt beside the list.</source>
        <translation>Die Namen der Klassen, je Zeile einer; leer: labels.txt oder classes.txt neben der Liste.</translation>
    </message>
    <message>
        <source>The one to take of several folders that hold the same classes (color, grayscale).</source>
        <translation>Welcher von mehreren Ordnern mit denselben Klassen genommen wird (color, grayscale).</translation>
    </message>
    <message>
        <source>The order of the channels of pixels that are not compressed.</source>
        <translation>Die Reihenfolge der Kanäle unkomprimierter Pixel.</translation>
    </message>
    <message>
        <source>The outermost: animals</source>
        <translation>Der äußerste: animals</translation>
    </message>
    <message>
        <source>The part that is kept apart for testing, of what the source does not assign itself, and of its training samples if it has none for testing.</source>
        <translation>Der Teil, der zum Testen beiseitegelegt wird, von dem, was die Quelle nicht selbst zuteilt, und von ihren Trainingsbeispielen, wenn sie keine zum Testen hat.</translation>
    </message>
    <message>
        <source>The part that validates, the same for every class, of what the source does not assign itself, and of its training samples if it has none for validation.</source>
        <translation>Der Teil, der validiert, mit gleichem Anteil jeder Klasse, von dem, was die Quelle nicht selbst zuteilt, und von ihren Trainingsbeispielen, wenn sie keine zum Validieren hat.</translation>
    </message>
    <message>
        <source>The place of the word</source>
        <translation>Die Stelle des Wortes</translation>
    </message>
    <message>
        <source>The random transforms of the training samples, as in the Input layer; empty: none.</source>
        <translation>Die zufälligen Transformationen der Trainingsbeispiele, wie in der Eingabeschicht; leer: keine.</translation>
    </message>
    <message>
        <source>The row is left out</source>
        <translation>Die Zeile wird ausgelassen</translation>
    </message>
    <message>
        <source>The share of images that are mirrored.</source>
        <translation>Der Anteil der Bilder, die gespiegelt werden.</translation>
    </message>
    <message>
        <source>The share of images that are tilted.</source>
        <translation>Der Anteil der Bilder, die gekippt werden.</translation>
    </message>
    <message>
        <source>The share of images that become grey.</source>
        <translation>Der Anteil der Bilder, die grau werden.</translation>
    </message>
    <message>
        <source>The share of images with a hole.</source>
        <translation>Der Anteil der Bilder mit einem Loch.</translation>
    </message>
    <message>
        <source>The share of images with a patch.</source>
        <translation>Der Anteil der Bilder mit einem eingesetzten Rechteck.</translation>
    </message>
    <message>
        <source>The share of samples that are mixed.</source>
        <translation>Der Anteil der Beispiele, die gemischt werden.</translation>
    </message>
    <message>
        <source>The share of samples with a gap.</source>
        <translation>Der Anteil der Beispiele mit einer Lücke.</translation>
    </message>
    <message>
        <source>The upper 8 bits</source>
        <translation>Die oberen 8 Bit</translation>
    </message>
    <message>
        <source>Their attributes, several at once</source>
        <translation>Ihre Attribute, mehrere zugleich</translation>
    </message>
    <message>
        <source>Tilts some of the images: each corner moves inwards by a random amount.</source>
        <translation>Kippt manche Bilder: Jede Ecke bewegt sich um einen zufälligen Betrag nach innen.</translation>
    </message>
    <message>
        <source>Top and bottom</source>
        <translation>Oben und unten</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Turn, move, scale</source>
        <translation>Drehen, schieben, skalieren</translation>
    </message>
    <message>
        <source>Turns, moves, scales and slants the image by random amounts about its middle.</source>
        <translation>Dreht, verschiebt, skaliert und schert das Bild zufällig, bezogen auf seine Mitte.</translation>
    </message>
    <message>
        <source>Two classes, dark and bright</source>
        <translation>Zwei Klassen, dunkel und hell</translation>
    </message>
    <message>
        <source>UTF-8</source>
        <translation>UTF-8</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use for validation</source>
        <translation>Zum Validieren verwenden</translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation>Validierungsanteil</translation>
    </message>
    <message>
        <source>Values of the group column, separated by commas: 10.</source>
        <translation>Werte der Gruppenspalte, durch Kommas getrennt: 10.</translation>
    </message>
    <message>
        <source>Values of the group column, separated by commas: 9. Where these or those to test are given, all others train.</source>
        <translation>Werte der Gruppenspalte, durch Kommas getrennt: 9. Sind diese oder die zum Testen angegeben, trainieren alle anderen.</translation>
    </message>
    <message>
        <source>Video clips, a folder per class</source>
        <translation>Videoclips, je Klasse ein Ordner</translation>
    </message>
    <message>
        <source>Volumes as stacks of slices, a folder per volume</source>
        <translation>Volumina als Schnittstapel, je Volumen ein Ordner</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
    <message>
        <source>What CelebA&apos;s images are labelled with.</source>
        <translation>Womit die Bilder von CelebA beschriftet sind.</translation>
    </message>
    <message>
        <source>What a sample is made of.</source>
        <translation>Woraus ein Beispiel besteht.</translation>
    </message>
    <message>
        <source>What a text is that is not UTF-8 and does not say what it is: as UTF-8 its other bytes are damaged.</source>
        <translation>Als was ein Text gelesen wird, der nicht UTF-8 ist und nichts dazu sagt: Als UTF-8 sind seine anderen Bytes beschädigt.</translation>
    </message>
    <message>
        <source>What becomes of TIFF files of several pages and of GIF, WebP and PNG files that move.</source>
        <translation>Was aus TIFF-Dateien mit mehreren Seiten und aus bewegten GIF-, WebP- und PNG-Dateien wird.</translation>
    </message>
    <message>
        <source>What becomes of boxes that reach over the border of their image.</source>
        <translation>Was aus Rahmen wird, die über den Rand ihres Bildes ragen.</translation>
    </message>
    <message>
        <source>What becomes of folders in which no image has a file of labels.</source>
        <translation>Was aus Ordnern wird, in denen kein Bild eine Label-Datei hat.</translation>
    </message>
    <message>
        <source>What becomes of folders such as _background_noise_ or unsup, whose names say that they are no class.</source>
        <translation>Was aus Ordnern wie _background_noise_ oder unsup wird, deren Namen sagen, dass sie keine Klasse sind.</translation>
    </message>
    <message>
        <source>What becomes of images of 16 bits a value.</source>
        <translation>Was aus Bildern mit 16 Bit je Wert wird.</translation>
    </message>
    <message>
        <source>What becomes of the images that come in a file of their own for testing.</source>
        <translation>Was aus den Bildern wird, die in einer eigenen Datei zum Testen kommen.</translation>
    </message>
    <message>
        <source>What becomes of the images that come in files of their own for testing.</source>
        <translation>Was aus den Bildern wird, die in eigenen Dateien zum Testen kommen.</translation>
    </message>
    <message>
        <source>What becomes of volumes whose mask lies elsewhere in the scanner, as their headers say.</source>
        <translation>Was aus Volumina wird, deren Maske laut Header anderswo im Scanner liegt.</translation>
    </message>
    <message>
        <source>What happens to images of another shape.</source>
        <translation>Was mit Bildern anderer Form geschieht.</translation>
    </message>
    <message>
        <source>What is exchanged.</source>
        <translation>Was vertauscht wird.</translation>
    </message>
    <message>
        <source>What is one symbol of the text.</source>
        <translation>Was ein Symbol des Textes ist.</translation>
    </message>
    <message>
        <source>What is taken from the annotations.</source>
        <translation>Was aus den Annotationen genommen wird.</translation>
    </message>
    <message>
        <source>What is taken from the outlines.</source>
        <translation>Was aus den Umrissen genommen wird.</translation>
    </message>
    <message>
        <source>What is taken of outlines and masks.</source>
        <translation>Was aus Umrissen und Masken genommen wird.</translation>
    </message>
    <message>
        <source>What of a transcript is one class.</source>
        <translation>Was in einer Abschrift eine Klasse ist.</translation>
    </message>
    <message>
        <source>What of an array is one sample.</source>
        <translation>Was in einem Array ein Beispiel ist.</translation>
    </message>
    <message>
        <source>What one sample is.</source>
        <translation>Was ein Beispiel ist.</translation>
    </message>
    <message>
        <source>What stands before the fraction of a number.</source>
        <translation>Was vor den Nachkommastellen einer Zahl steht.</translation>
    </message>
    <message>
        <source>What stands between two fields.</source>
        <translation>Was zwischen zwei Feldern steht.</translation>
    </message>
    <message>
        <source>What takes the place of a value that a feature lacks; only rows that train count.</source>
        <translation>Was an die Stelle eines fehlenden Merkmalswerts tritt; dafür zählen nur Trainingszeilen.</translation>
    </message>
    <message>
        <source>What to call the data set; empty takes it from the source.</source>
        <translation>Wie der Datensatz heißen soll; leer: nach der Quelle.</translation>
    </message>
    <message>
        <source>Where names of images begin; empty looks around the table.</source>
        <translation>Wo die Namen von Bildern beginnen; leer: Suche rund um die Tabelle.</translation>
    </message>
    <message>
        <source>Where paths of images begin; empty is the folder of each table.</source>
        <translation>Wo die Pfade von Bildern beginnen; leer: im Ordner der jeweiligen Tabelle.</translation>
    </message>
    <message>
        <source>Where the paths of the list begin; empty looks for the first one around the list.</source>
        <translation>Wo die Pfade der Liste beginnen; leer: Suche nach dem ersten rund um die Liste.</translation>
    </message>
    <message>
        <source>Where the paths of the list begin; empty looks for the first ones around the list.</source>
        <translation>Wo die Pfade der Liste beginnen; leer: Suche nach den ersten rund um die Liste.</translation>
    </message>
    <message>
        <source>Whether A and a are the same.</source>
        <translation>Ob A und a dasselbe sind.</translation>
    </message>
    <message>
        <source>Whether a class or numbers are to be predicted.</source>
        <translation>Ob eine Klasse oder Zahlen vorhergesagt werden sollen.</translation>
    </message>
    <message>
        <source>Whether boxes that the list marks as invalid are faces, too.</source>
        <translation>Ob auch Rahmen, die in der Liste als ungültig gelten, Gesichter sind.</translation>
    </message>
    <message>
        <source>Whether files such as &quot;wiki.train.tokens&quot; and &quot;wiki.test.tokens&quot; are splits.</source>
        <translation>Ob Dateien wie „wiki.train.tokens“ und „wiki.test.tokens“ Splits sind.</translation>
    </message>
    <message>
        <source>Whether folders such as &quot;train&quot; and &quot;test&quot; are splits.</source>
        <translation>Ob Ordner wie „train“ und „test“ Splits sind.</translation>
    </message>
    <message>
        <source>Whether images on which there is nothing are of use.</source>
        <translation>Ob Bilder, auf denen nichts ist, verwendet werden.</translation>
    </message>
    <message>
        <source>Whether lists such as validation_list.txt say what validates and tests.</source>
        <translation>Ob Listen wie validation_list.txt sagen, was validiert und testet.</translation>
    </message>
    <message>
        <source>Whether objects that are marked as difficult are taken.</source>
        <translation>Ob Objekte genommen werden, die als schwierig gekennzeichnet sind.</translation>
    </message>
    <message>
        <source>Whether regions that nobody has looked at are a class of their own.</source>
        <translation>Ob Bereiche, die niemand angesehen hat, eine eigene Klasse sind.</translation>
    </message>
    <message>
        <source>Whether the first line names the columns.</source>
        <translation>Ob die erste Zeile die Spalten benennt.</translation>
    </message>
    <message>
        <source>Which folder around a file names its class.</source>
        <translation>Welcher Ordner über einer Datei ihre Klasse nennt.</translation>
    </message>
    <message>
        <source>Which labels of CIFAR-100 are the classes.</source>
        <translation>Welche Labels von CIFAR-100 die Klassen sind.</translation>
    </message>
    <message>
        <source>Which lists of a folder are read, separated by commas; empty reads those of splits, or the one that names everything.</source>
        <translation>Welche Listen eines Ordners gelesen werden, durch Kommas getrennt; leer: die der Splits oder die eine, die alles nennt.</translation>
    </message>
    <message>
        <source>Which of several lists names the classes, where a set has several: variant, family, manufacturer. Empty takes the finest.</source>
        <translation>Welche von mehreren Listen die Klassen nennt, wenn ein Datensatz mehrere hat: variant, family, manufacturer. Leer: die feinste.</translation>
    </message>
    <message>
        <source>Which part of a file&apos;s name is its class or number, from 1; parts are divided by _, -, . and blanks. 0 is all that stands before the number at its end.</source>
        <translation>Welcher Teil eines Dateinamens die Klasse oder Zahl ist, ab 1; Teile sind durch _, -, . und Leerzeichen getrennt. 0 ist alles, was vor der Zahl am Ende steht.</translation>
    </message>
    <message>
        <source>Who is on them</source>
        <translation>Wer darauf ist</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Windows-1252, Latin-1</source>
        <translation>Windows-1252, Latin-1</translation>
    </message>
    <message>
        <source>Words that stand for no value in any column, separated by commas. Empty fields do always, and NA, NaN, null, none and ? among numbers.</source>
        <translation>Wörter, die in jeder Spalte für einen fehlenden Wert stehen, durch Kommas getrennt. Leere Felder zählen immer dazu, unter Zahlen auch NA, NaN, null, none und ?.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>A ReLU that stops at 6, so that its output fits into few bits: for networks on small devices.
Formula: y = min(max(0, x), 6).
Input: any shape; output: the same shape. Source: Sandler et al. 2018.</source>
        <translation>Eine ReLU, die bei 6 aufhört, sodass ihre Ausgabe in wenige Bits passt: für Netze auf kleinen Geräten.
Formel: y = min(max(0, x), 6).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Sandler et al. 2018.</translation>
    </message>
    <message>
        <source>A ReLU with a smooth bend; its output is always positive, as a variance must be.
Formula: y = log(1 + exp(beta · x)) / beta. Default: beta 1; a larger one makes the bend sharper.
Input: any shape; output: the same shape. Source: Dugas et al. 2001.</source>
        <translation>Eine ReLU mit weichem Knick; ihre Ausgabe ist immer positiv, wie es eine Varianz sein muss.
Formel: y = log(1 + exp(beta · x)) / beta. Vorgabe: beta 1; ein größeres macht den Knick schärfer.
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Dugas et al. 2001.</translation>
    </message>
    <message>
        <source>A cross-entropy in which samples that are right already count less: for detection and segmentation, where most of an image is easy background.
Formula: loss = mean of −alpha · (1 − p)^gamma · log p, p the probability of the label. Defaults: gamma 2, alpha 1.
Input: scores [N, K] with one label for each sample, or with a label for each position [N, K, H, W] or [N, T, K]. Output: probabilities of the same shape. Negative labels and the ignored one do not count. Source: Lin et al. 2017.</source>
        <translation>Eine Kreuzentropie, in der Beispiele, die schon richtig sind, weniger zählen: für Detektion und Segmentierung, wo der größte Teil eines Bildes einfacher Hintergrund ist.
Formel: loss = Mittelwert von −alpha · (1 − p)^gamma · log p, p die Wahrscheinlichkeit des Labels. Vorgaben: gamma 2, alpha 1.
Eingabe: Werte [N, K] mit einem Label je Beispiel oder mit einem Label je Position [N, K, H, W] oder [N, T, K]. Ausgabe: Wahrscheinlichkeiten derselben Form. Negative Labels und das ignorierte zählen nicht. Quelle: Lin et al. 2017.</translation>
    </message>
    <message>
        <source>A leaky ReLU that learns its slope: one for each channel, or one for all.
Formula: y = x where x &gt; 0, else slope · x.
Input [N, C, H, W], [N, C, L] or [N, K]; output: the same shape.
Parameters: slope [C] or [1]. Defaults: one for each channel, 0.25 at first. Source: He et al. 2015.</source>
        <translation>Eine Leaky ReLU, die ihre Steigung lernt: eine je Kanal oder eine für alle.
Formel: y = x für x &gt; 0, sonst slope · x.
Eingabe [N, C, H, W], [N, C, L] oder [N, K]; Ausgabe: dieselbe Form.
Parameter: slope [C] oder [1]. Vorgaben: eine je Kanal, anfangs 0.25. Quelle: He et al. 2015.</translation>
    </message>
    <message>
        <source>A loss for classification with a margin: every wrong class whose score comes closer than the margin to that of the right class costs.
Formula: loss = mean over the batch of sum over k ≠ label of max(0, margin + x[k] − x[label]) / K. Default: margin 1.
Input: scores [N, K]; output: the same. The labels come from the data set; negative ones do not count. Source: Crammer and Singer 2001.</source>
        <translation>Ein Verlust für die Klassifikation mit Abstand: Jede falsche Klasse, deren Wert dem der richtigen Klasse näher kommt als der Abstand (margin), kostet.
Formel: loss = Mittelwert über den Batch der Summe über k ≠ label von max(0, margin + x[k] − x[label]) / K. Vorgabe: Abstand 1.
Eingabe: Werte [N, K]; Ausgabe: dieselben. Die Labels kommen aus dem Datensatz; negative zählen nicht. Quelle: Crammer und Singer 2001.</translation>
    </message>
    <message>
        <source>A loss for predicting numbers: squares for small errors, absolute differences for large ones.
Formula: d = x − target; loss = mean of d²/2 where |d| ≤ delta, else delta · (|d| − delta/2). Default: delta 1.
Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean absolute and root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range. Source: Huber 1964.</source>
        <translation>Ein Verlust für die Vorhersage von Zahlen: Quadrate für kleine Fehler, absolute Differenzen für große.
Formel: d = x − target; loss = Mittelwert von d²/2 für |d| ≤ delta, sonst delta · (|d| − delta/2). Vorgabe: delta 1.
Eingabe: beliebige Form; das Ziel des Datensatzes muss dieselbe Form haben. Ausgabe: die Eingabe. Metriken: mittlerer absoluter Fehler und Wurzel des mittleren quadratischen Fehlers; bei Bildern [N, C, H, W] auch PSNR und SSIM, bezogen auf den Bereich der Zahlen. Quelle: Huber 1964.</translation>
    </message>
    <message>
        <source>A loss for segmentation that measures how well predicted and true areas overlap; small areas count as much as large ones.
Formula: loss = 1 − mean over the classes of (2 · sum of p · t + smooth) / (sum of p + sum of t + smooth), with the probabilities p (softmax), t 1 where the class is the label, sums over the batch and all positions. Default: smooth 1.
Input: scores [N, K, H, W] with labels [N, H, W], or sequences [N, T, K] with labels [N, T]. Output: probabilities of the same shape. Negative labels and the ignored one do not count. Source: Milletari, Navab and Ahmadi 2016.</source>
        <translation>Ein Verlust für die Segmentierung, der misst, wie gut sich vorhergesagte und wahre Flächen überdecken; kleine Flächen zählen so viel wie große.
Formel: loss = 1 − Mittelwert über die Klassen von (2 · Summe von p · t + smooth) / (Summe von p + Summe von t + smooth), mit den Wahrscheinlichkeiten p (Softmax), t gleich 1, wo die Klasse das Label ist, und Summen über den Batch und alle Positionen. Vorgabe: smooth 1.
Eingabe: Werte [N, K, H, W] mit Labels [N, H, W] oder Sequenzen [N, T, K] mit Labels [N, T]. Ausgabe: Wahrscheinlichkeiten derselben Form. Negative Labels und das ignorierte zählen nicht. Quelle: Milletari, Navab und Ahmadi 2016.</translation>
    </message>
    <message>
        <source>A point that a connection passes through, to lead it around other layers or to deal one output out neatly.
Formula: y = x. Input and output: the same value, of any shape. It computes nothing and costs nothing.</source>
        <translation>Ein Punkt, durch den eine Verbindung läuft, um sie um andere Schichten herumzuführen oder eine Ausgabe übersichtlich zu verteilen.
Formel: y = x. Eingabe und Ausgabe: derselbe Wert, von beliebiger Form. Er berechnet nichts und kostet nichts.</translation>
    </message>
    <message>
        <source>A port of a block: on the block&apos;s own sheet it outputs the value at that input of a use.
It passes values of any shape on as they are, and its name is the name of the input.</source>
        <translation>Ein Anschluss eines Blocks: Auf dem eigenen Blatt des Blocks gibt er den Wert aus, der an diesem Eingang einer Verwendung ankommt.
Er reicht Werte beliebiger Form unverändert weiter, und sein Name ist der Name des Eingangs.</translation>
    </message>
    <message>
        <source>A port of a block: what arrives here on the block&apos;s own sheet leaves each use at that output.
It passes values of any shape on as they are, and its name is the name of the output.</source>
        <translation>Ein Anschluss eines Blocks: Was hier auf dem eigenen Blatt des Blocks ankommt, verlässt jede Verwendung an diesem Ausgang.
Er reicht Werte beliebiger Form unverändert weiter, und sein Name ist der Name des Ausgangs.</translation>
    </message>
    <message>
        <source>A sigmoid made of three straight lines: cheaper, and enough for gates in small networks.
Formula: y = min(max(x + 3, 0), 6) / 6.
Input: any shape; output: the same shape. Source: Howard et al. 2019.</source>
        <translation>Ein Sigmoid aus drei Geradenstücken: billiger und für Gates in kleinen Netzen genug.
Formel: y = min(max(x + 3, 0), 6) / 6.
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Howard et al. 2019.</translation>
    </message>
    <message>
        <source>A smooth ReLU that lets a little of small negative numbers through.
Formula: y = x · tanh(log(1 + exp(x))).
Input: any shape; output: the same shape. Source: Misra 2020.</source>
        <translation>Eine glatte ReLU, die von kleinen negativen Zahlen ein wenig durchlässt.
Formel: y = x · tanh(log(1 + exp(x))).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Misra 2020.</translation>
    </message>
    <message>
        <source>Adds its inputs number by number. A shortcut around some layers that ends here lets very deep networks learn.
Formula: y = x₁ + x₂ + …. All inputs must have the same shape, which is also the output&apos;s.</source>
        <translation>Addiert die Eingaben Zahl für Zahl. Eine Abkürzung um einige Schichten (Skip-Verbindung), die hier endet, lässt sehr tiefe Netze lernen.
Formel: y = x₁ + x₂ + …. Alle Eingaben müssen dieselbe Form haben, die auch die der Ausgabe ist.</translation>
    </message>
    <message>
        <source>Adds to each step of a sequence numbers that say where it stands, which attention would not know otherwise.
Formula: y[n, t, k] = x[n, t, k] + p[t, k], with p[t, 2i] = sin(t / 10000^(2i/K)) and p[t, 2i+1] = cos of the same (sinusoidal), or with p learned.
Input [N, T, K]; output: the same shape.
Parameters: none, or weight [T, K] if learned. Default: sinusoidal. Source: Vaswani et al. 2017.</source>
        <translation>Addiert zu jedem Schritt einer Sequenz Zahlen, die sagen, wo er steht; Attention wüsste es sonst nicht.
Formel: y[n, t, k] = x[n, t, k] + p[t, k], mit p[t, 2i] = sin(t / 10000^(2i/K)) und p[t, 2i+1] = cos desselben Arguments (sinusförmig) oder mit gelerntem p.
Eingabe [N, T, K]; Ausgabe: dieselbe Form.
Parameter: keine, oder weight [T, K], wenn gelernt. Vorgabe: sinusförmig. Quelle: Vaswani et al. 2017.</translation>
    </message>
    <message>
        <source>An ELU scaled so that a deep network of linear layers keeps mean 0 and variance 1 by itself. Draw the weights with the
deviation 1/√inputs for that.
Formula: y = 1.0507 · x where x &gt; 0, else 1.0507 · 1.6733 · (exp(x) − 1).
Input: any shape; output: the same shape. Source: Klambauer et al. 2017.</source>
        <translation>Eine ELU, so skaliert, dass ein tiefes Netz aus linearen Schichten von selbst Mittelwert 0 und Varianz 1 behält. Ziehen Sie dafür die Gewichte mit der
Streuung 1/√Eingänge.
Formel: y = 1.0507 · x für x &gt; 0, sonst 1.0507 · 1.6733 · (exp(x) − 1).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Klambauer et al. 2017.</translation>
    </message>
    <message>
        <source>An input that training learns: it changes while the other layers are frozen. With the loss “Layer difference” it becomes an input with the same features as another one, with “Style difference” one of the same style, with “Maximise” the input that excites a layer most.
Formula: y = the numbers. No input; output: [N, shape], the same numbers for each sample of the batch; a batch of one sample is enough.
Parameters: “value”, [1, shape], without weight decay. Defaults: 1×28×28 of noise with deviation 0.1.
Source: Mahendran and Vedaldi 2015; Gatys, Ecker and Bethge 2016.</source>
        <translation>Eine Eingabe, die das Training lernt: Sie ändert sich, während die anderen Schichten eingefroren sind. Mit dem Verlust „Schichtunterschied“ wird sie zu einer Eingabe mit denselben Merkmalen wie eine andere, mit „Stilunterschied“ zu einer im selben Stil, mit „Maximieren“ zu der Eingabe, die eine Schicht am stärksten erregt.
Formel: y = die Zahlen. Keine Eingabe; Ausgabe: [N, shape], dieselben Zahlen für jedes Beispiel des Batches; ein Batch aus einem Beispiel genügt.
Parameter: „value“, [1, shape], ohne Gewichtsabfall. Vorgaben: 1×28×28 aus Rauschen mit Streuung 0.1.
Quelle: Mahendran und Vedaldi 2015; Gatys, Ecker und Bethge 2016.</translation>
    </message>
    <message>
        <source>Attention over the steps, then a small network for each step by itself; each is added to what came in. Stack several of them.
Formula: h = x + attention(norm(x)); y = h + W₂·gelu(W₁·norm(h) + b₁) + b₂, with layer normalisation before each part.
Input [N, T, K]; output: the same shape. K must be a multiple of the heads.
Parameters: query, key, value and output [K, K], expand [expansion·K, K] and contract [K, expansion·K] with a bias each; two norms with scale and bias [K]. Defaults: 4 heads, not causal, expansion 4, dropout 0.1. Sources: Vaswani et al. 2017; Xiong et al. 2020 (the norms come first).</source>
        <translation>Attention über die Schritte, dann ein kleines Netz für jeden Schritt allein; jedes wird zu dem addiert, was hineinging. Stapeln Sie mehrere davon.
Formel: h = x + attention(norm(x)); y = h + W₂·gelu(W₁·norm(h) + b₁) + b₂, mit einer Schicht-Norm vor jedem Teil.
Eingabe [N, T, K]; Ausgabe: dieselbe Form. K muss ein Vielfaches der Zahl der Köpfe sein.
Parameter: query, key, value und output [K, K], expand [expansion·K, K] und contract [K, expansion·K] mit je einem bias; zwei Schicht-Normen mit scale und bias [K]. Vorgaben: 4 Köpfe, nicht kausal, Erweiterung 4, Dropout 0.1. Quellen: Vaswani et al. 2017; Xiong et al. 2020 (die Normen kommen zuerst).</translation>
    </message>
    <message>
        <source>Brings each channel of each sample to mean 0 and deviation 1, then scales and shifts it by learned numbers: what is left is the pattern, without contrast and brightness.
Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, with the mean and variance of one channel of one sample.
Input [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output: the same shape.
Parameters: scale [C] and bias [C]. Default: epsilon 1e-5. Source: Ulyanov et al. 2016.</source>
        <translation>Bringt jeden Kanal jedes Beispiels auf Mittelwert 0 und Standardabweichung 1, skaliert und verschiebt ihn dann mit gelernten Zahlen: Übrig bleibt das Muster, ohne Kontrast und Helligkeit.
Formel: y = scale · (x − mean) / √(variance + epsilon) + bias, mit Mittelwert und Varianz eines Kanals eines Beispiels.
Eingabe [N, C, L], [N, C, H, W] oder [N, C, D, H, W]; Ausgabe: dieselbe Form.
Parameter: scale [C] und bias [C]. Vorgabe: epsilon 1e-5. Quelle: Ulyanov et al. 2016.</translation>
    </message>
    <message>
        <source>Brings each channel to mean 0 and deviation 1 over the batch, then scales and shifts it by learned numbers. Training becomes faster and less sensitive to the learning rate.
Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, per channel. In training mean and variance are the batch&apos;s; otherwise the running ones: running = (1 − momentum) · running + momentum · batch.
Input [N, C, H, W], [N, C], [N, C, L] or [N, C, D, H, W]; output: the same shape.
Parameters: scale [C] and bias [C]. Defaults: momentum 0.1, epsilon 1e-5. Source: Ioffe and Szegedy 2015.</source>
        <translation>Bringt jeden Kanal über den Batch auf Mittelwert 0 und Standardabweichung 1, skaliert und verschiebt ihn dann mit gelernten Zahlen. Das Training wird schneller und weniger empfindlich gegenüber der Lernrate.
Formel: y = scale · (x − mean) / √(variance + epsilon) + bias, je Kanal. Im Training sind Mittelwert und Varianz die des Batches, sonst die laufenden: running = (1 − momentum) · running + momentum · batch.
Eingabe [N, C, H, W], [N, C], [N, C, L] oder [N, C, D, H, W]; Ausgabe: dieselbe Form.
Parameter: scale [C] und bias [C]. Vorgaben: momentum 0.1, epsilon 1e-5. Quelle: Ioffe und Szegedy 2015.</translation>
    </message>
    <message>
        <source>Brings each group of channels of each sample to mean 0 and deviation 1, then scales and shifts each channel by learned numbers. Unlike Batch norm it works with batches of any size.
Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, with the mean and variance of one group of one sample.
Input [N, C, ...]; output: the same shape.
Parameters: scale [C] and bias [C]. Defaults: 8 groups, epsilon 1e-5. Source: Wu and He 2018.</source>
        <translation>Bringt jede Gruppe von Kanälen jedes Beispiels auf Mittelwert 0 und Standardabweichung 1, skaliert und verschiebt dann jeden Kanal mit gelernten Zahlen. Anders als Batch-Norm funktioniert sie mit Batches jeder Größe.
Formel: y = scale · (x − mean) / √(variance + epsilon) + bias, mit Mittelwert und Varianz einer Gruppe eines Beispiels.
Eingabe [N, C, ...]; Ausgabe: dieselbe Form.
Parameter: scale [C] und bias [C]. Vorgaben: 8 Gruppen, epsilon 1e-5. Quelle: Wu und He 2018.</translation>
    </message>
    <message>
        <source>Brings the features of each sample to mean 0 and deviation 1, then scales and shifts them by learned numbers. Nothing depends on the other samples of the batch, so it is the same in training and after.
Formula: y = scale · (x − mean) / √(variance + epsilon) + bias.
Over features: K of [N, K] and of each step of [N, T, K], C at each place of [N, C, H, W]. Over the whole sample: all numbers after N, with a scale for each channel. Output: the input&apos;s shape.
Parameters: scale and bias, one for each feature or channel. Defaults: over features, epsilon 1e-5. Source: Ba et al. 2016.</source>
        <translation>Bringt die Merkmale jedes Beispiels auf Mittelwert 0 und Standardabweichung 1, skaliert und verschiebt sie dann mit gelernten Zahlen. Nichts hängt von den anderen Beispielen des Batches ab; im Training und danach rechnet die Schicht also gleich.
Formel: y = scale · (x − mean) / √(variance + epsilon) + bias.
Über Merkmale: K von [N, K] und von jedem Schritt von [N, T, K], C an jeder Stelle von [N, C, H, W]. Über das ganze Beispiel: alle Zahlen nach N, mit einem Faktor (scale) je Kanal. Ausgabe: die Form der Eingabe.
Parameter: scale und bias, je eines pro Merkmal oder Kanal. Vorgaben: über Merkmale, epsilon 1e-5. Quelle: Ba et al. 2016.</translation>
    </message>
    <message>
        <source>Computes the mean, or the maximum, of each channel over the whole image: for any size, one number for each channel is left.
Formula: y[c] = mean over all positions of x[c], or the maximum.
Input [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output [N, C], or an image of one pixel [N, C, 1, 1] without flattening.
Defaults: average, flattened. Source: Lin et al. 2013.</source>
        <translation>Berechnet den Mittelwert oder das Maximum jedes Kanals über das ganze Bild: Bei jeder Größe bleibt je Kanal eine Zahl.
Formel: y[c] = Mittelwert über alle Positionen von x[c] oder das Maximum.
Eingabe [N, C, L], [N, C, H, W] oder [N, C, D, H, W]; Ausgabe [N, C], oder ein Bild aus einem Pixel [N, C, 1, 1], wenn nicht flach gemacht wird.
Vorgaben: Mittelwert, flach gemacht. Quelle: Lin et al. 2013.</translation>
    </message>
    <message>
        <source>Concatenates the channels of its inputs, in the order of the inputs.
Inputs [N, C₁, H, W], [N, C₂, H, W], …: height and width must be the same; output [N, C₁ + C₂ + …, H, W]. Rows of numbers [N, K₁], [N, K₂], … become [N, K₁ + K₂ + …]. The same applies along another axis.
Default: axis 1 (the channels).</source>
        <translation>Verkettet die Kanäle der Eingaben, in der Reihenfolge der Eingänge.
Eingaben [N, C₁, H, W], [N, C₂, H, W], …: Höhe und Breite müssen gleich sein; Ausgabe [N, C₁ + C₂ + …, H, W]. Aus Zahlenreihen [N, K₁], [N, K₂], … wird [N, K₁ + K₂ + …]. Entsprechendes gilt entlang einer anderen Achse.
Vorgabe: Achse 1 (die Kanäle).</translation>
    </message>
    <message>
        <source>Cuts a value into parts along one axis, each with an output of its own: the opposite of Concatenate.
Formula: part k is x[…, start(k) … start(k) + size(k) − 1, …].
Input: any shape; outputs: the same with fewer positions along the axis. Together they are the whole input.
Defaults: 2 equal parts along axis 1 (the channels).</source>
        <translation>Zerlegt einen Wert entlang einer Achse in Teile, jeder mit einem eigenen Ausgang: das Gegenteil von „Verketten“.
Formel: Teil k ist x[…, start(k) … start(k) + size(k) − 1, …].
Eingabe: beliebige Form; Ausgaben: dieselbe mit weniger Positionen entlang der Achse. Zusammen sind sie die ganze Eingabe.
Vorgaben: 2 gleiche Teile entlang Achse 1 (die Kanäle).</translation>
    </message>
    <message>
        <source>Cuts the border off the image, so that it fits another one: before a Concatenate, for example.
Formula: y[c, i, j] = x[c, i + above, j + left].
Input [N, C, H, W], output [N, C, H − above − below, W − left − right]; signals and volumes likewise.
Default: one place on every side.</source>
        <translation>Schneidet den Rand des Bildes ab, damit es zu einem anderen passt: zum Beispiel vor „Verketten“.
Formel: y[c, i, j] = x[c, i + above, j + left].
Eingabe [N, C, H, W], Ausgabe [N, C, H − above − below, W − left − right]; Signale und Volumina entsprechend.
Vorgabe: eine Stelle auf jeder Seite.</translation>
    </message>
    <message>
        <source>Divides each number by what its neighbours say, so that a strong answer stands out. AlexNet and GoogLeNet use it; newer networks take Batch norm instead.
Formula: y = x / (offset + alpha / m · sum of x² over the neighbours)^beta. Across channels the neighbours are `size` channels at the same place (m = size); within channels size × size places of the same channel (m = size²).
Input [N, C, ...], within channels [N, C, H, W]; output: the same shape.
Defaults: size 5, alpha 0.0001, beta 0.75, offset 1, across channels. Source: Krizhevsky et al. 2012.</source>
        <translation>Teilt jede Zahl durch das, was ihre Nachbarn sagen, damit eine starke Antwort heraussticht. AlexNet und GoogLeNet benutzen das; neuere Netze nehmen stattdessen Batch-Norm.
Formel: y = x / (offset + alpha / m · Summe von x² über die Nachbarn)^beta. Über Kanäle sind die Nachbarn `size` Kanäle an derselben Stelle (m = size); in Kanälen size × size Stellen desselben Kanals (m = size²).
Eingabe [N, C, ...], in Kanälen [N, C, H, W]; Ausgabe: dieselbe Form.
Vorgaben: Größe 5, alpha 0.0001, beta 0.75, Versatz 1, über Kanäle. Quelle: Krizhevsky et al. 2012.</translation>
    </message>
    <message>
        <source>Divides the image into the given number of parts and computes the mean, or the maximum, of each: images of any size become one size.
Formula: part i of O along an axis of D is ⌊i·D/O⌋ up to ⌈(i+1)·D/O⌉; parts may overlap by one.
Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, ...size].
Defaults: 7×7, average. Source: He et al. 2014.</source>
        <translation>Teilt das Bild in die gegebene Zahl von Teilen und berechnet von jedem den Mittelwert oder das Maximum: Bilder jeder Größe bekommen dieselbe Größe.
Formel: Teil i von O entlang einer Achse der Länge D reicht von ⌊i·D/O⌋ bis ⌈(i+1)·D/O⌉; Teile können sich um eins überlappen.
Eingabe [N, C, H, W] (oder [N, C, L], [N, C, D, H, W]); Ausgabe [N, C, ...size].
Vorgaben: 7×7, Mittelwert. Quelle: He et al. 2014.</translation>
    </message>
    <message>
        <source>Each output is a learned weighted sum of all inputs (a fully connected layer). An image is flattened first, so no Flatten is needed before it. A sequence [N, T, K] keeps its steps: each step is taken by itself, with the same weights; put Flatten before the layer to take all steps at once.
Formula: y = x · Wᵀ + b.
Input [N, K], or [N, C, H, W] taken as K = C·H·W numbers; output [N, units]. Input [N, T, K]; output [N, T, units].
Parameters: weight [units, K] and bias [units]. Defaults: 128 units, with bias.</source>
        <translation>Jeder Ausgang ist eine gelernte gewichtete Summe aller Eingänge (eine vollständig verbundene Schicht). Ein Bild wird zuerst flach gemacht, davor ist also kein „Flach machen“ nötig. Eine Sequenz [N, T, K] behält ihre Schritte: Jeder Schritt wird für sich genommen, mit denselben Gewichten; setzen Sie „Flach machen“ vor die Schicht, um alle Schritte zugleich zu nehmen.
Formel: y = x · Wᵀ + b.
Eingabe [N, K], oder [N, C, H, W] als K = C·H·W Zahlen genommen; Ausgabe [N, units]. Eingabe [N, T, K]; Ausgabe [N, T, units].
Parameter: weight [units, K] und bias [units]. Vorgaben: 128 Einheiten, mit Bias.</translation>
    </message>
    <message>
        <source>Each step of a sequence asks (query), is found (key) and gives (value): what it becomes is a mean of the values of all steps, weighted by how well their keys fit its query. Several heads ask for different things at once.
Formula: y = softmax(Q·Kᵀ/√d)·V for each head of d = K / heads numbers, with Q, K and V linear in the input; the heads side by side go through one more linear map.
Input [N, T, K]; output: the same shape. K must be a multiple of the heads.
Parameters: query, key, value and output [K, K] with a bias each. Defaults: 4 heads, not causal, no dropout. Source: Vaswani et al. 2017.</source>
        <translation>Jeder Schritt einer Sequenz fragt (Query), wird gefunden (Key) und gibt (Value): Er wird zu einem Mittelwert der Values aller Schritte, gewichtet danach, wie gut deren Keys zu seiner Query passen. Mehrere Köpfe fragen zugleich nach Verschiedenem.
Formel: y = softmax(Q·Kᵀ/√d)·V für jeden Kopf aus d = K / heads Zahlen, mit Q, K und V linear in der Eingabe; die Köpfe gehen nebeneinander durch eine weitere lineare Abbildung.
Eingabe [N, T, K]; Ausgabe: dieselbe Form. K muss ein Vielfaches der Zahl der Köpfe sein.
Parameter: query, key, value und output [K, K] mit je einem bias. Vorgaben: 4 Köpfe, nicht kausal, kein Dropout. Quelle: Vaswani et al. 2017.</translation>
    </message>
    <message>
        <source>Gives each sample another shape, with its numbers in the same order. The batch axis is unchanged.
Input [N, ...]; output [N, ...shape] with as many numbers: 0 copies an extent of the input, -1 is what is left.
Default: -1, a row of all numbers.</source>
        <translation>Gibt jedem Beispiel eine andere Form, mit seinen Zahlen in derselben Reihenfolge. Die Batch-Achse bleibt unverändert.
Eingabe [N, ...]; Ausgabe [N, ...shape] mit ebenso vielen Zahlen: 0 übernimmt eine Ausdehnung der Eingabe, -1 ist der Rest.
Vorgabe: -1, eine Reihe aller Zahlen.</translation>
    </message>
    <message>
        <source>In training sets each number to zero with the given probability and makes the others larger to match, so that no unit can rely on a single other one. Outside training it does nothing.
Formula: y = x · m / (1 − p), where m is 0 with probability p and 1 otherwise, drawn again in each step.
Output: the input&apos;s shape. Default: 0.5. Source: Srivastava et al. 2014.</source>
        <translation>Setzt im Training jede Zahl mit der gegebenen Wahrscheinlichkeit auf null und vergrößert die übrigen entsprechend, damit sich keine Einheit auf eine einzelne andere verlassen kann. Außerhalb des Trainings geschieht nichts.
Formel: y = x · m / (1 − p), m ist mit Wahrscheinlichkeit p 0 und sonst 1, in jedem Schritt neu gezogen.
Ausgabe: die Form der Eingabe. Vorgabe: 0.5. Quelle: Srivastava et al. 2014.</translation>
    </message>
    <message>
        <source>In training sets whole channels to zero with the given probability and makes the others larger to match. Outside training it does nothing.
Formula: y[c] = x[c] · m[c] / (1 − p), where m[c] is 0 with probability p and 1 otherwise, drawn anew for each sample and step.
Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output: the same shape. Default: 0.5. Source: Tompson et al. 2015.</source>
        <translation>Setzt im Training ganze Kanäle mit der gegebenen Wahrscheinlichkeit auf null und vergrößert die übrigen entsprechend. Außerhalb des Trainings geschieht nichts.
Formel: y[c] = x[c] · m[c] / (1 − p), m[c] ist mit Wahrscheinlichkeit p 0 und sonst 1, für jedes Beispiel und jeden Schritt neu gezogen.
Eingabe [N, C, H, W] (oder [N, C, L], [N, C, D, H, W]); Ausgabe: dieselbe Form. Vorgabe: 0.5. Quelle: Tompson et al. 2015.</translation>
    </message>
    <message>
        <source>Learns an embedding in which samples with the same label lie close together and others at least a margin apart. All pairs of the batch count.
Formula: loss = mean over pairs of d²/2 for equal labels, max(0, margin − d)²/2 for different ones, d the distance. Default: margin 1.
Input: embeddings [N, D]; output: the same. The labels come from the data set; negative ones do not count. Source: Hadsell, Chopra and LeCun 2006.</source>
        <translation>Lernt eine Einbettung, in der Beispiele mit demselben Label nah beieinanderliegen und andere mindestens einen Abstand (margin) voneinander entfernt. Alle Paare des Batches zählen.
Formel: loss = Mittelwert über die Paare von d²/2 bei gleichen Labels, max(0, margin − d)²/2 bei verschiedenen, d die Distanz. Vorgabe: Abstand 1.
Eingabe: Einbettungen [N, D]; Ausgabe: dieselben. Die Labels kommen aus dem Datensatz; negative zählen nicht. Quelle: Hadsell, Chopra und LeCun 2006.</translation>
    </message>
    <message>
        <source>Learns an embedding in which the farthest sample with the same label is closer than the nearest one with another label, by a margin. Batches must hold several samples of each label.
Formula: loss = mean over the samples of max(0, margin + largest distance to the same label − smallest distance to another). Samples without both do not count. Default: margin 0.2.
Input: embeddings [N, D]; output: the same. The labels come from the data set; negative ones do not count. Source: Hermans, Beyer and Leibe 2017 (batch hard).</source>
        <translation>Lernt eine Einbettung, in der das fernste Beispiel mit demselben Label um einen Abstand (margin) näher liegt als das nächste mit einem anderen. Batches müssen mehrere Beispiele jedes Labels enthalten.
Formel: loss = Mittelwert über die Beispiele von max(0, margin + größte Distanz zum selben Label − kleinste Distanz zu einem anderen). Beispiele, denen eines von beiden fehlt, zählen nicht. Vorgabe: Abstand 0.2.
Eingabe: Einbettungen [N, D]; Ausgabe: dieselben. Die Labels kommen aus dem Datensatz; negative zählen nicht. Quelle: Hermans, Beyer und Leibe 2017 (batch hard).</translation>
    </message>
    <message>
        <source>Lets positive numbers through and multiplies negative ones by a small slope, so that no unit falls silent for good.
Formula: y = x where x &gt; 0, else slope · x. Default: slope 0.01.
Input: any shape; output: the same shape. Source: Maas, Hannun and Ng 2013.</source>
        <translation>Lässt positive Zahlen durch und multipliziert negative mit einer kleinen Steigung (slope), damit keine Einheit für immer verstummt.
Formel: y = x für x &gt; 0, sonst slope · x. Vorgabe: Steigung 0.01.
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Maas, Hannun und Ng 2013.</translation>
    </message>
    <message>
        <source>Lets positive numbers through; negative ones tend smoothly to −alpha, which keeps the mean near zero.
Formula: y = x where x &gt; 0, else alpha · (exp(x) − 1). Default: alpha 1.
Input: any shape; output: the same shape. Source: Clevert, Unterthiner and Hochreiter 2016.</source>
        <translation>Lässt positive Zahlen durch; negative streben glatt gegen −alpha, was den Mittelwert nahe null hält.
Formel: y = x für x &gt; 0, sonst alpha · (exp(x) − 1). Vorgabe: alpha 1.
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Clevert, Unterthiner und Hochreiter 2016.</translation>
    </message>
    <message>
        <source>Looks each symbol up in a learned table: symbols that are used alike come to lie near each other.
Formula: y[n, t] = W[x[n, t]]. A negative symbol means &quot;nothing&quot; and yields zeros.
Input: symbols [N, T], each from 0 to symbols − 1; output [N, T, size].
Parameters: weight [symbols, size], drawn from a normal distribution. Defaults: 256 symbols, size 128, deviation 1. Source: Bengio et al. 2003.</source>
        <translation>Schlägt jedes Symbol in einer gelernten Tabelle nach: Symbole, die ähnlich gebraucht werden, liegen am Ende nah beieinander.
Formel: y[n, t] = W[x[n, t]]. Ein negatives Symbol bedeutet „nichts“ und ergibt Nullen.
Eingabe: Symbole [N, T], jedes von 0 bis symbols − 1; Ausgabe [N, T, size].
Parameter: weight [symbols, size], aus einer Normalverteilung gezogen. Vorgaben: 256 Symbole, Größe 128, Streuung 1. Quelle: Bengio et al. 2003.</translation>
    </message>
    <message>
        <source>Makes an image larger again: puts each number where a Max pooling layer found its largest, and zeros elsewhere. Switch on “Give positions” there and connect its second output.
Formula: y[c, position[c, i, j]] = x[c, i, j], zero where no position points.
Input and positions [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, OH, OW] with OH = (H − 1)·stride − 2·padding + kernel, or the size that is given.
Defaults: windows of 2×2, stride 2, no padding. Source: Zeiler and Fergus 2014.</source>
        <translation>Macht ein Bild wieder größer: Jede Zahl kommt dorthin, wo eine Schicht „Max-Pooling“ ihre größte fand, sonst stehen Nullen. Schalten Sie dort „Positionen ausgeben“ ein und verbinden Sie den zweiten Ausgang.
Formel: y[c, position[c, i, j]] = x[c, i, j], null, wohin keine Position zeigt.
Eingabe und Positionen [N, C, H, W] (oder [N, C, L], [N, C, D, H, W]); Ausgabe [N, C, OH, OW] mit OH = (H − 1)·stride − 2·padding + kernel oder der angegebenen Größe.
Vorgaben: Fenster von 2×2, Schrittweite 2, keine Auffüllung. Quelle: Zeiler und Fergus 2014.</translation>
    </message>
    <message>
        <source>Makes the image larger by turning channels into pixels: each place&apos;s numbers become a small square.
Formula: y[c, h·r + a, w·r + b] = x[(c·r + a)·r + b, h, w] with the factor r.
Input [N, C·r², H, W]; output [N, C, H·r, W·r]. Default: factor 2. Source: Shi et al. 2016.</source>
        <translation>Macht das Bild größer, indem Kanäle zu Pixeln werden: Die Zahlen jeder Stelle werden zu einem kleinen Quadrat.
Formel: y[c, h·r + a, w·r + b] = x[(c·r + a)·r + b, h, w] mit dem Faktor r.
Eingabe [N, C·r², H, W]; Ausgabe [N, C, H·r, W·r]. Vorgabe: Faktor 2. Quelle: Shi et al. 2016.</translation>
    </message>
    <message>
        <source>Makes the image larger or smaller: each position gets the nearest number, or a linear interpolation of its neighbours.
Formula: output i of O along an axis of D lies at (i + ½)·D/O − ½ (pixel areas), i·(D − 1)/(O − 1) (corner pixels) or i·D/O (first pixels).
Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, ...size].
Defaults: twice as large, nearest, pixel areas.</source>
        <translation>Macht das Bild größer oder kleiner: Jede Position bekommt die nächste Zahl oder eine lineare Interpolation ihrer Nachbarn.
Formel: Ausgabe i von O entlang einer Achse der Länge D liegt bei (i + ½)·D/O − ½ (Pixelflächen), i·(D − 1)/(O − 1) (Eckpixel) oder i·D/O (erste Pixel).
Eingabe [N, C, H, W] (oder [N, C, L], [N, C, D, H, W]); Ausgabe [N, C, ...size].
Vorgaben: doppelt so groß, nächster, Pixelflächen.</translation>
    </message>
    <message>
        <source>Makes the image larger: each place writes its filters, weighted by its numbers, onto the output. It is what a convolution does backward.
Formula: y[m, i·stride + u·dilation − padding, j·stride + v·dilation − padding] += w[c, m, u, v] · x[c, i, j] for all c, u, v, i, j; then + b[m].
Input [N, C, H, W], output [N, filters, OH, OW] with OH = (H − 1)·stride − 2·padding + dilation·(kernel − 1) + 1 + output padding; OW likewise. Signals and volumes likewise, along one axis or three.
Parameters: weight [C, filters / groups, kernel height, kernel width] and bias [filters].
Defaults: 32 filters of 2×2, stride 2, no padding, no dilation, one group, with bias. Source: Dumoulin and Visin 2016.</source>
        <translation>Macht das Bild größer: Jede Stelle schreibt ihre Filter, gewichtet mit ihren Zahlen, auf die Ausgabe. Es ist, was eine Faltung rückwärts tut.
Formel: y[m, i·stride + u·dilation − padding, j·stride + v·dilation − padding] += w[c, m, u, v] · x[c, i, j] für alle c, u, v, i, j; dann + b[m].
Eingabe [N, C, H, W], Ausgabe [N, filters, OH, OW] mit OH = (H − 1)·stride − 2·padding + dilation·(kernel − 1) + 1 + output padding; OW entsprechend. Signale und Volumina ebenso, entlang einer oder drei Achsen.
Parameter: weight [C, filters / groups, kernel height, kernel width] und bias [filters].
Vorgaben: 32 Filter von 2×2, Schrittweite 2, keine Auffüllung, keine Dilatation, eine Gruppe, mit Bias. Quelle: Dumoulin und Visin 2016.</translation>
    </message>
    <message>
        <source>Multiplies by a factor and adds a number: fixed, to bring data to another scale, or learned for each channel.
Formula: y = scale · x + bias.
Input [N, C, H, W], [N, C, L] or [N, K] (fixed: any shape); output: the same shape.
Parameters when learned: scale [C] and bias [C], which begin with the numbers given. Defaults: learned, from scale 1 and bias 0 on.</source>
        <translation>Multipliziert mit einem Faktor und addiert eine Zahl: fest, um Daten auf eine andere Skala zu bringen, oder je Kanal gelernt.
Formel: y = scale · x + bias.
Eingabe [N, C, H, W], [N, C, L] oder [N, K] (fest: beliebige Form); Ausgabe: dieselbe Form.
Parameter, wenn gelernt: scale [C] und bias [C], die mit den angegebenen Zahlen beginnen. Vorgaben: gelernt, ab Skala 1 und Bias 0.</translation>
    </message>
    <message>
        <source>Multiplies each number by its hard sigmoid: a cheap stand-in for SiLU in small networks.
Formula: y = x · min(max(x + 3, 0), 6) / 6.
Input: any shape; output: the same shape. Source: Howard et al. 2019.</source>
        <translation>Multipliziert jede Zahl mit ihrem Hard Sigmoid: ein billiger Ersatz für SiLU in kleinen Netzen.
Formel: y = x · min(max(x + 3, 0), 6) / 6.
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Howard et al. 2019.</translation>
    </message>
    <message>
        <source>Multiplies each number by its sigmoid: a smooth ReLU, also called swish.
Formula: y = x / (1 + exp(−x)).
Input: any shape; output: the same shape. Source: Elfwing, Uchibe and Doya 2018.</source>
        <translation>Multipliziert jede Zahl mit ihrem Sigmoid: eine glatte ReLU, auch Swish genannt.
Formel: y = x / (1 + exp(−x)).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Elfwing, Uchibe und Doya 2018.</translation>
    </message>
    <message>
        <source>Multiplies each number by the chance that a normal number is smaller: a smooth ReLU, usual in transformers.
Formula: y = x/2 · (1 + erf(x/√2)); approximate: y = x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).
Input: any shape; output: the same shape. Source: Hendrycks and Gimpel 2016.</source>
        <translation>Multipliziert jede Zahl mit der Wahrscheinlichkeit, dass eine normalverteilte Zahl kleiner ist: eine glatte ReLU, üblich in Transformern.
Formel: y = x/2 · (1 + erf(x/√2)); genähert: y = x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Hendrycks und Gimpel 2016.</translation>
    </message>
    <message>
        <source>Multiplies its inputs number by number: one branch gates what another lets through.
Formula: y = x₁ · x₂ · …. All inputs must have the same shape, which is also the output&apos;s; or all but the first may have one number for each channel ([N, C, 1, 1]), as attention over channels has.</source>
        <translation>Multipliziert die Eingaben Zahl für Zahl: Ein Zweig steuert als Gate, was ein anderer durchlässt.
Formel: y = x₁ · x₂ · …. Alle Eingaben müssen dieselbe Form haben, die auch die der Ausgabe ist; oder alle außer der ersten dürfen eine Zahl je Kanal haben ([N, C, 1, 1]), wie bei Attention über Kanäle.</translation>
    </message>
    <message>
        <source>Multiplies the matrices of its two inputs, sample by sample.
Formula: y = A · B, either one transposed first where asked for.
Inputs [N, ..., M, K] and [N, ..., K, L]; output [N, ..., M, L]. All axes before the last two must be the same in both.
Default: nothing is transposed.</source>
        <translation>Multipliziert die Matrizen der beiden Eingaben, Beispiel für Beispiel.
Formel: y = A · B, jede zuerst transponiert, wo es verlangt ist.
Eingaben [N, ..., M, K] und [N, ..., K, L]; Ausgabe [N, ..., M, L]. Alle Achsen vor den letzten beiden müssen in beiden gleich sein.
Vorgabe: Nichts wird transponiert.</translation>
    </message>
    <message>
        <source>Numbers that do not depend on the input: what a model adds, multiplies by or joins, such as the first token of a vision transformer.
Formula: y = the numbers. No input; output: the shape as it is, or [N, shape] where it is for each sample.
Parameters: “value”, of the shape, where the numbers are stored; it keeps what was read unless it is learned. Positions are whole numbers, for ops that look rows up.
Defaults: one number 0, shape 1.</source>
        <translation>Zahlen, die nicht von der Eingabe abhängen: was ein Modell addiert, womit es multipliziert oder was es anfügt, etwa das erste Token eines Vision-Transformers.
Formel: y = die Zahlen. Keine Eingabe; Ausgabe: die Form, wie sie ist, oder [N, shape], wenn „Je Beispiel“ gewählt ist.
Parameter: „value“, von dieser Form, wenn die Zahlen gespeichert sind; er behält, was gelesen wurde, wenn er nicht gelernt wird. Positionen sind ganze Zahlen, für Operationen, die Zeilen nachschlagen.
Vorgaben: eine Zahl 0, Form 1.</translation>
    </message>
    <message>
        <source>Puts a border around the image: a constant, the image mirrored at its edge, or the edge itself again. Convolutions add zeros by themselves; this layer is for other borders.
Formula: y[c, i, j] = x[c, i − above, j − left] inside.
Input [N, C, H, W], output [N, C, above + H + below, left + W + right]; signals and volumes likewise.
Defaults: one place on every side, zeros.</source>
        <translation>Legt einen Rand um das Bild: eine Konstante, das an der Kante gespiegelte Bild oder die Kante selbst noch einmal. Faltungen fügen Nullen von selbst hinzu; diese Schicht ist für andere Ränder.
Formel: y[c, i, j] = x[c, i − above, j − left] im Inneren.
Eingabe [N, C, H, W], Ausgabe [N, C, above + H + below, left + W + right]; Signale und Volumina entsprechend.
Vorgaben: eine Stelle auf jeder Seite, Nullen.</translation>
    </message>
    <message>
        <source>Puts the axes of each sample into another order: steps before features, channels after positions. The batch stays first.
Formula: axis i of the output is axis order[i] of the input.
Input [N, ...]; output: the same extents in the new order. Default: 2, 1, which turns [N, T, K] into [N, K, T].</source>
        <translation>Bringt die Achsen jedes Beispiels in eine andere Reihenfolge: Schritte vor Merkmalen, Kanäle nach Positionen. Der Batch bleibt vorn.
Formel: Achse i der Ausgabe ist Achse order[i] der Eingabe.
Eingabe [N, ...]; Ausgabe: dieselben Ausdehnungen in der neuen Reihenfolge. Vorgabe: 2, 1, was [N, T, K] in [N, K, T] überführt.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and keeps a memory (the cell) that gates write, forget and read; so it learns what lies many steps apart.
Formula: i, f, o = sigmoid of (W·x + U·h + b), g = tanh of the same; c′ = f·c + i·g; h′ = o·tanh(c′), which is the output of the step.
Input [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many numbers in both directions.
Parameters of each recurrence: weight_input [4·units, K], weight_hidden [4·units, units], bias_input and bias_hidden [4·units], drawn evenly between ±1/√units.
First state, carried over: for texts to be continued. A batch of N windows is N places of the text that are read side by side: row i of a batch goes on where row i of the batch before ended, and begins with the state that this ended with (learning still looks back no further than the window). The state is zero at the beginning of each epoch and of each validation, and where the text does not go on; validation keeps its own. Windows must lie one behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let the learning rate fall towards the end (Cosine). A single sample begins at zero.
Defaults: 128 units, one layer, one direction, the whole sequence, first state zero, no dropout. Source: Hochreiter and Schmidhuber 1997; gates as in PyTorch.</source>
        <translation>Liest eine Sequenz Schritt für Schritt und führt ein Gedächtnis (die Zelle), das Gates beschreiben, löschen und lesen; so lernt die Schicht auch, was viele Schritte auseinanderliegt.
Formel: i, f, o = Sigmoid von (W·x + U·h + b), g = Tanh desselben; c′ = f·c + i·g; h′ = o·tanh(c′), die Ausgabe des Schritts.
Eingabe [N, T, K]; Ausgabe [N, T, units], oder [N, units] beim letzten Zustand; in beiden Richtungen doppelt so viele Zahlen.
Parameter jeder Rekurrenz: weight_input [4·units, K], weight_hidden [4·units, units], bias_input und bias_hidden [4·units], gleichverteilt zwischen ±1/√units gezogen.
Erster Zustand, übernommen: für Texte, die fortgesetzt werden sollen. Ein Batch aus N Fenstern sind N Stellen des Textes, die nebeneinander gelesen werden: Zeile i eines Batches geht dort weiter, wo Zeile i des vorigen Batches endete, und beginnt mit dem Zustand, mit dem diese endete (das Lernen blickt dennoch nicht weiter zurück als das Fenster). Der Zustand ist null am Anfang jeder Epoche und jeder Validierung und dort, wo der Text nicht weitergeht; die Validierung führt ihren eigenen. Die Fenster müssen lückenlos hintereinanderliegen, wie ein Import mit Schritt 0 sie schneidet. Aufeinanderfolgende Batches ähneln sich dann: Lassen Sie die Lernrate gegen Ende sinken (Kosinus). Ein einzelnes Beispiel beginnt bei null.
Vorgaben: 128 Einheiten, eine Schicht, eine Richtung, die ganze Sequenz, erster Zustand null, kein Dropout. Quelle: Hochreiter und Schmidhuber 1997; Gates wie in PyTorch.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and mixes its previous state with the new input. Smaller than an LSTM and often as good.
Formula: r, z = sigmoid of (W·x + U·h + b); n = tanh(W·x + b + r·(U·h + e)); h′ = (1 − z)·n + z·h, which is the output of the step.
Input [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many numbers in both directions.
Parameters of each recurrence: weight_input [3·units, K], weight_hidden [3·units, units], bias_input and bias_hidden [3·units], drawn evenly between ±1/√units.
First state, carried over: for texts to be continued. A batch of N windows is N places of the text that are read side by side: row i of a batch goes on where row i of the batch before ended, and begins with the state that this ended with (learning still looks back no further than the window). The state is zero at the beginning of each epoch and of each validation, and where the text does not go on; validation keeps its own. Windows must lie one behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let the learning rate fall towards the end (Cosine). A single sample begins at zero.
Defaults: 128 units, one layer, one direction, the whole sequence, first state zero, no dropout. Source: Cho et al. 2014; gates as in PyTorch.</source>
        <translation>Liest eine Sequenz Schritt für Schritt und mischt den vorigen Zustand mit der neuen Eingabe. Kleiner als ein LSTM und oft ebenso gut.
Formel: r, z = Sigmoid von (W·x + U·h + b); n = tanh(W·x + b + r·(U·h + e)); h′ = (1 − z)·n + z·h, die Ausgabe des Schritts.
Eingabe [N, T, K]; Ausgabe [N, T, units], oder [N, units] beim letzten Zustand; in beiden Richtungen doppelt so viele Zahlen.
Parameter jeder Rekurrenz: weight_input [3·units, K], weight_hidden [3·units, units], bias_input und bias_hidden [3·units], gleichverteilt zwischen ±1/√units gezogen.
Erster Zustand, übernommen: für Texte, die fortgesetzt werden sollen. Ein Batch aus N Fenstern sind N Stellen des Textes, die nebeneinander gelesen werden: Zeile i eines Batches geht dort weiter, wo Zeile i des vorigen Batches endete, und beginnt mit dem Zustand, mit dem diese endete (das Lernen blickt dennoch nicht weiter zurück als das Fenster). Der Zustand ist null am Anfang jeder Epoche und jeder Validierung und dort, wo der Text nicht weitergeht; die Validierung führt ihren eigenen. Die Fenster müssen lückenlos hintereinanderliegen, wie ein Import mit Schritt 0 sie schneidet. Aufeinanderfolgende Batches ähneln sich dann: Lassen Sie die Lernrate gegen Ende sinken (Kosinus). Ein einzelnes Beispiel beginnt bei null.
Vorgaben: 128 Einheiten, eine Schicht, eine Richtung, die ganze Sequenz, erster Zustand null, kein Dropout. Quelle: Cho et al. 2014; Gates wie in PyTorch.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step; the state of each step is made of the input and the state before. It forgets soon: use LSTM or GRU for long sequences.
Formula: h′ = f(W·x + U·h + b + e), with f = tanh or ReLU; h′ is the output of the step.
Input [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many numbers in both directions.
Parameters of each recurrence: weight_input [units, K], weight_hidden [units, units], bias_input and bias_hidden [units], drawn evenly between ±1/√units.
First state, carried over: for texts to be continued. A batch of N windows is N places of the text that are read side by side: row i of a batch goes on where row i of the batch before ended, and begins with the state that this ended with (learning still looks back no further than the window). The state is zero at the beginning of each epoch and of each validation, and where the text does not go on; validation keeps its own. Windows must lie one behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let the learning rate fall towards the end (Cosine). A single sample begins at zero.
Defaults: 128 units, one layer, one direction, the whole sequence, first state zero, no dropout. The activation is tanh. Source: Elman 1990.</source>
        <translation>Liest eine Sequenz Schritt für Schritt; der Zustand jedes Schritts entsteht aus der Eingabe und dem Zustand davor. Sie vergisst bald: Nehmen Sie für lange Sequenzen LSTM oder GRU.
Formel: h′ = f(W·x + U·h + b + e), mit f = Tanh oder ReLU; h′ ist die Ausgabe des Schritts.
Eingabe [N, T, K]; Ausgabe [N, T, units], oder [N, units] beim letzten Zustand; in beiden Richtungen doppelt so viele Zahlen.
Parameter jeder Rekurrenz: weight_input [units, K], weight_hidden [units, units], bias_input und bias_hidden [units], gleichverteilt zwischen ±1/√units gezogen.
Erster Zustand, übernommen: für Texte, die fortgesetzt werden sollen. Ein Batch aus N Fenstern sind N Stellen des Textes, die nebeneinander gelesen werden: Zeile i eines Batches geht dort weiter, wo Zeile i des vorigen Batches endete, und beginnt mit dem Zustand, mit dem diese endete (das Lernen blickt dennoch nicht weiter zurück als das Fenster). Der Zustand ist null am Anfang jeder Epoche und jeder Validierung und dort, wo der Text nicht weitergeht; die Validierung führt ihren eigenen. Die Fenster müssen lückenlos hintereinanderliegen, wie ein Import mit Schritt 0 sie schneidet. Aufeinanderfolgende Batches ähneln sich dann: Lassen Sie die Lernrate gegen Ende sinken (Kosinus). Ein einzelnes Beispiel beginnt bei null.
Vorgaben: 128 Einheiten, eine Schicht, eine Richtung, die ganze Sequenz, erster Zustand null, kein Dropout. Die Aktivierung ist Tanh. Quelle: Elman 1990.</translation>
    </message>
    <message>
        <source>Sets negative numbers to zero and lets the others through: the most used activation.
Formula: y = max(0, x).
Input: any shape; output: the same shape. Source: Nair and Hinton 2010.</source>
        <translation>Setzt negative Zahlen auf null und lässt die anderen durch: die meistbenutzte Aktivierung.
Formel: y = max(0, x).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Nair und Hinton 2010.</translation>
    </message>
    <message>
        <source>Slides learned filters over the image; each filter answers at every place how much its pattern is there.
Formula: y[m, i, j] = b[m] + sum over c, u, v of w[m, c, u, v] · x[c, i·stride + u·dilation − padding, j·stride + v·dilation − padding].
Input [N, C, H, W], output [N, filters, OH, OW] with OH = (H + 2·padding − dilation·(kernel − 1) − 1) / stride + 1, rounded down; the same for OW.
The same for signals [N, C, L] and volumes [N, C, D, H, W], along one axis or three.
Parameters: weight [filters, C / groups, kernel height, kernel width] and bias [filters].
Defaults: 32 filters of 3×3, stride 1, no padding, no dilation, one group, with bias.</source>
        <translation>Schiebt gelernte Filter über das Bild; jeder Filter gibt an jeder Stelle an, wie stark sein Muster dort vorkommt.
Formel: y[m, i, j] = b[m] + Summe über c, u, v von w[m, c, u, v] · x[c, i·stride + u·dilation − padding, j·stride + v·dilation − padding].
Eingabe [N, C, H, W], Ausgabe [N, filters, OH, OW] mit OH = (H + 2·padding − dilation·(kernel − 1) − 1) / stride + 1, abgerundet; OW ebenso.
Dasselbe für Signale [N, C, L] und Volumina [N, C, D, H, W], entlang einer oder drei Achsen.
Parameter: weight [filters, C / groups, kernel height, kernel width] und bias [filters].
Vorgaben: 32 Filter von 3×3, Schrittweite 1, keine Auffüllung, keine Dilatation, eine Gruppe, mit Bias.</translation>
    </message>
    <message>
        <source>Squeezes each number into the range from 0 to 1.
Formula: y = 1 / (1 + exp(−x)).
Input: any shape; output: the same shape.</source>
        <translation>Drückt jede Zahl in den Bereich von 0 bis 1.
Formel: y = 1 / (1 + exp(−x)).
Eingabe: beliebige Form; Ausgabe: dieselbe Form.</translation>
    </message>
    <message>
        <source>Squeezes each number into the range from −1 to 1.
Formula: y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x)).
Input: any shape; output: the same shape.</source>
        <translation>Drückt jede Zahl in den Bereich von −1 bis 1.
Formel: y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x)).
Eingabe: beliebige Form; Ausgabe: dieselbe Form.</translation>
    </message>
    <message>
        <source>Squeezes numbers between −1 and 1 like tanh, but levels off more slowly.
Formula: y = x / (1 + |x|).
Input: any shape; output: the same shape. Source: Bergstra et al. 2009.</source>
        <translation>Drückt Zahlen wie Tanh zwischen −1 und 1, flacht aber langsamer ab.
Formel: y = x / (1 + |x|).
Eingabe: beliebige Form; Ausgabe: dieselbe Form. Quelle: Bergstra et al. 2009.</translation>
    </message>
    <message>
        <source>Stands for all that is drawn on the sheet of a block, which is drawn once and can be used many times.
Each use has weights of its own. Its inputs and outputs are the ports on that sheet.</source>
        <translation>Steht für das Blatt eines Blocks mit allem darauf; es wird einmal gezeichnet und kann viele Male verwendet werden.
Jede Verwendung hat eigene Gewichte. Ihre Eingänge und Ausgänge sind die Anschlüsse auf diesem Blatt.</translation>
    </message>
    <message>
        <source>Stands where an imported network has a layer that Fovea does not know. It keeps that layer&apos;s text, so that an export to the same program restores it unchanged; running the network needs another layer in its place.
Inputs and outputs: as many as the unknown layer has; what their shapes are, nobody here knows.
Defaults: one input, one output.</source>
        <translation>Steht dort, wo ein importiertes Netz eine Schicht hat, die Fovea nicht kennt. Er behält ihren Text, sodass ein Export in dasselbe Programm sie unverändert wiederherstellt; damit das Netz läuft, muss eine andere Schicht an seine Stelle.
Eingänge und Ausgänge: so viele, wie die unbekannte Schicht hat; welche Formen sie haben, weiß hier niemand.
Vorgaben: ein Eingang, ein Ausgang.</translation>
    </message>
    <message>
        <source>Subtracts from each number the mean of its neighbourhood, over all channels, and divides by the neighbourhood&apos;s deviation: light and contrast go, edges stay.
Formula: v = x − Σ w·x; σ = √(Σ w·v² + epsilon); y = v / max(σ, mean of σ over the image). The weights w fall off like a bell curve and add up to 1 over size × size places and all channels; at the edge they are those inside the image.
Input [N, C, H, W]; output: the same shape.
Defaults: size 9, deviation 1.6, epsilon 0.0001. Source: Jarrett et al. 2009.</source>
        <translation>Zieht von jeder Zahl den Mittelwert ihrer Umgebung über alle Kanäle ab und teilt durch die Standardabweichung der Umgebung: Licht und Kontrast gehen, Kanten bleiben.
Formel: v = x − Σ w·x; σ = √(Σ w·v² + epsilon); y = v / max(σ, Mittelwert von σ über das Bild). Die Gewichte w fallen wie eine Glockenkurve ab und ergeben über size × size Stellen und alle Kanäle die Summe 1; am Rand sind es die innerhalb des Bildes.
Eingabe [N, C, H, W]; Ausgabe: dieselbe Form.
Vorgaben: Größe 9, Streuung 1.6, epsilon 0.0001. Quelle: Jarrett et al. 2009.</translation>
    </message>
    <message>
        <source>Takes neighbouring positions along one axis: some channels of an image, some steps of a sequence.
Formula: y[…, i, …] = x[…, start + i, …] for i from 0 to length − 1.
Input: any shape; output: the same with `length` positions along the axis.
Defaults: axis 1 (the channels), start 0, length 1.</source>
        <translation>Nimmt benachbarte Positionen entlang einer Achse: einige Kanäle eines Bildes, einige Schritte einer Sequenz.
Formel: y[…, i, …] = x[…, start + i, …] für i von 0 bis length − 1.
Eingabe: beliebige Form; Ausgabe: dieselbe mit `length` Positionen entlang der Achse.
Vorgaben: Achse 1 (die Kanäle), Anfang 0, Länge 1.</translation>
    </message>
    <message>
        <source>Takes the largest number of each window, channel by channel: the image becomes smaller, and small shifts matter less.
Formula: y[c, i, j] = max over u, v of x[c, i·stride + u − padding, j·stride + v − padding]; the border is never the largest.
Input [N, C, H, W], output [N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up if asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.
Defaults: windows of 2×2, stride 2, no padding, rounded down.</source>
        <translation>Nimmt die größte Zahl jedes Fensters, Kanal für Kanal: Das Bild wird kleiner, und kleine Verschiebungen machen weniger aus.
Formel: y[c, i, j] = Maximum über u, v von x[c, i·stride + u − padding, j·stride + v − padding]; der Rand ist nie das Maximum.
Eingabe [N, C, H, W], Ausgabe [N, C, OH, OW] mit OH = (H + 2·padding − kernel) / stride + 1, abgerundet (oder auf Wunsch aufgerundet); OW entsprechend. Signale [N, C, L] und Volumina [N, C, D, H, W] ebenso.
Vorgaben: Fenster von 2×2, Schrittweite 2, keine Auffüllung, abgerundet.</translation>
    </message>
    <message>
        <source>Takes the largest of its inputs, number by number, as maxout networks do.
Formula: y = max(x₁, x₂, …). All inputs must have the same shape, which is also the output&apos;s. Source: Goodfellow et al. 2013.</source>
        <translation>Nimmt die größte der Eingaben, Zahl für Zahl, wie Maxout-Netze es tun.
Formel: y = max(x₁, x₂, …). Alle Eingaben müssen dieselbe Form haben, die auch die der Ausgabe ist. Quelle: Goodfellow et al. 2013.</translation>
    </message>
    <message>
        <source>Takes the mean of each window, channel by channel: the image becomes smaller and smoother.
Formula: y[c, i, j] = mean over u, v of x[c, i·stride + u − padding, j·stride + v − padding]; the border is left out of the mean unless asked for.
Input [N, C, H, W], output [N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up if asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.
Defaults: windows of 2×2, stride 2, no padding, rounded down, border not counted.</source>
        <translation>Nimmt den Mittelwert jedes Fensters, Kanal für Kanal: Das Bild wird kleiner und glatter.
Formel: y[c, i, j] = Mittelwert über u, v von x[c, i·stride + u − padding, j·stride + v − padding]; der Rand geht nur auf Wunsch in den Mittelwert ein.
Eingabe [N, C, H, W], Ausgabe [N, C, OH, OW] mit OH = (H + 2·padding − kernel) / stride + 1, abgerundet (oder auf Wunsch aufgerundet); OW entsprechend. Signale [N, C, L] und Volumina [N, C, D, H, W] ebenso.
Vorgaben: Fenster von 2×2, Schrittweite 2, keine Auffüllung, abgerundet, Rand zählt nicht.</translation>
    </message>
    <message>
        <source>Takes the second input from the first, number by number.
Formula: y = a − b. Both inputs must have the same shape, which is also the output&apos;s.</source>
        <translation>Zieht die zweite Eingabe von der ersten ab, Zahl für Zahl.
Formel: y = a − b. Beide Eingaben müssen dieselbe Form haben, die auch die der Ausgabe ist.</translation>
    </message>
    <message>
        <source>The loss for predicting a whole distribution: another network&apos;s probabilities, or the shares of several raters. It turns the scores into probabilities (softmax).
Formula: loss = sum over k of t[k] · (log t[k] − log p[k]), mean over the batch; 0 where t[k] is 0.
Input: scores [N, K]; the target of the data set must be probabilities [N, K]. Output: probabilities [N, K]. Source: Kullback and Leibler 1951.</source>
        <translation>Der Verlust für die Vorhersage einer ganzen Verteilung: der Wahrscheinlichkeiten eines anderen Netzes oder der Anteile mehrerer Annotatoren. Er macht aus den Werten Wahrscheinlichkeiten (Softmax).
Formel: loss = Summe über k von t[k] · (log t[k] − log p[k]), Mittelwert über den Batch; 0, wo t[k] 0 ist.
Eingabe: Werte [N, K]; das Ziel des Datensatzes müssen Wahrscheinlichkeiten [N, K] sein. Ausgabe: Wahrscheinlichkeiten [N, K]. Quelle: Kullback und Leibler 1951.</translation>
    </message>
    <message>
        <source>The loss for predicting numbers: the mean of the absolute differences (L1). Outliers count less than with squares, and images come out sharper.
Formula: loss = mean of |x − target|.
Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean absolute and root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range.</source>
        <translation>Der Verlust für die Vorhersage von Zahlen: der Mittelwert der absoluten Differenzen (L1). Ausreißer zählen weniger als bei Quadraten, und Bilder werden schärfer.
Formel: loss = Mittelwert von |x − target|.
Eingabe: beliebige Form; das Ziel des Datensatzes muss dieselbe Form haben. Ausgabe: die Eingabe. Metriken: mittlerer absoluter Fehler und Wurzel des mittleren quadratischen Fehlers; bei Bildern [N, C, H, W] auch PSNR und SSIM, bezogen auf den Bereich der Zahlen.</translation>
    </message>
    <message>
        <source>The loss for predicting numbers: the mean of the squared differences. Large errors count most.
Formula: loss = mean of (x − target)².
Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean absolute and root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range.</source>
        <translation>Der Verlust für die Vorhersage von Zahlen: der Mittelwert der quadrierten Differenzen. Große Fehler zählen am meisten.
Formel: loss = Mittelwert von (x − target)².
Eingabe: beliebige Form; das Ziel des Datensatzes muss dieselbe Form haben. Ausgabe: die Eingabe. Metriken: mittlerer absoluter Fehler und Wurzel des mittleren quadratischen Fehlers; bei Bildern [N, C, H, W] auch PSNR und SSIM, bezogen auf den Bereich der Zahlen.</translation>
    </message>
    <message>
        <source>The loss for sequences where the order of the labels is known, but not when each of them happens: handwriting, speech. It adds up all ways to stretch the labels over the steps, with blanks between them.
Formula: loss = mean over the batch of −log P(labels) / number of labels, where P is the sum over all such ways of the product of each step&apos;s softmax probabilities.
Input: scores [N, T, K], class 0 being the blank; output: probabilities [N, T, K]. The labels are whole numbers [N, targets] from 1 to K − 1, and −1 after the last one. A row of labels that needs more than T steps is left out.
Where the data set knows how long each sound was before it was filled up to the length of all, as those with transcripts do, only that share of the T steps counts, rounded up to whole steps: neither loss nor gradient depends on what follows it. A layer before it that looks ahead, such as an LSTM in both directions, still sees the filling.
Default: 32 targets. Source: Graves et al. 2006.</source>
        <translation>Der Verlust für Sequenzen, bei denen die Reihenfolge der Labels bekannt ist, aber nicht, wann jedes auftritt: Handschrift, Sprache. Er summiert alle Möglichkeiten, die Labels über die Schritte zu strecken, mit Blanks dazwischen.
Formel: loss = Mittelwert über den Batch von −log P(labels) / Zahl der Labels, wobei P über alle diese Möglichkeiten das Produkt der Softmax-Wahrscheinlichkeiten der einzelnen Schritte summiert.
Eingabe: Werte [N, T, K], Klasse 0 ist der Blank; Ausgabe: Wahrscheinlichkeiten [N, T, K]. Die Labels sind ganze Zahlen [N, targets] von 1 bis K − 1 und −1 nach dem letzten. Eine Reihe von Labels, die mehr als T Schritte braucht, wird ausgelassen.
Wo der Datensatz weiß, wie lang jeder Klang war, bevor er auf die gemeinsame Länge aufgefüllt wurde, wie bei solchen mit Abschriften, zählt nur dieser Anteil der T Schritte, auf ganze Schritte aufgerundet: Weder Verlust noch Gradient hängen davon ab, was danach kommt. Eine Schicht davor, die vorausschaut, etwa ein LSTM in beiden Richtungen, sieht die Auffüllung dennoch.
Vorgabe: 32 Ziele. Quelle: Graves et al. 2006.</translation>
    </message>
    <message>
        <source>The loss for telling classes apart. It turns the scores into probabilities (softmax) and measures how little of them the right class gets; training makes that small.
Formula: loss = mean of −log(exp(x[label]) / sum over k of exp(x[k])).
Input: scores [N, K], one for each of K classes, with one label for each sample; or with a label for each position: images [N, K, H, W] with labels [N, H, W], sequences [N, T, K] with labels [N, T]. Output: probabilities of the same shape. The labels come from the data set. Shares of the classes are numbers [N, K], 1 in sum, with −sum over k of share[k] · log p[k] as the loss; where transforms mix samples, training takes shares by itself.
Class weights make rare classes count more (the mean is then a weighted one). Label smoothing gives a share of each label to all classes, against overconfidence. Negative labels and the ignored one do not count.
Defaults: one label for each sample, no weights, no smoothing. Source: Szegedy et al. 2016 (smoothing).</source>
        <translation>Der Verlust für die Unterscheidung von Klassen. Er macht aus den Werten Wahrscheinlichkeiten (Softmax) und misst, wie wenig davon die richtige Klasse bekommt; das Training verringert dieses Maß.
Formel: loss = Mittelwert von −log(exp(x[label]) / Summe über k von exp(x[k])).
Eingabe: Werte [N, K], einer für jede von K Klassen, mit einem Label je Beispiel; oder mit einem Label je Position: Bilder [N, K, H, W] mit Labels [N, H, W], Sequenzen [N, T, K] mit Labels [N, T]. Ausgabe: Wahrscheinlichkeiten derselben Form. Die Labels kommen aus dem Datensatz. Anteile der Klassen sind Zahlen [N, K] mit der Summe 1, mit −Summe über k von share[k] · log p[k] als Verlust; wo Transformationen Beispiele mischen, nimmt das Training von selbst Anteile.
Klassengewichte lassen seltene Klassen mehr zählen (der Mittelwert ist dann gewichtet). Label-Glättung gibt einen Anteil jedes Labels an alle Klassen, gegen zu große Sicherheit. Negative Labels und das ignorierte zählen nicht.
Vorgaben: ein Label je Beispiel, keine Gewichte, keine Glättung. Quelle: Szegedy et al. 2016 (Glättung).</translation>
    </message>
    <message>
        <source>The loss for yes-or-no answers, of which several may be true at once. It turns each score into a probability (sigmoid).
Formula: loss = mean of −w · t · log(s) − (1 − t) · log(1 − s), s the sigmoid of the score, t the target (0 or 1, or between).
Input: scores [N, K] or any shape; the target of the data set must be numbers of the same shape. Output: probabilities.
Default: weight w of positives 1; a larger one makes rare yes answers count more.</source>
        <translation>Der Verlust für Ja-Nein-Antworten, von denen mehrere zugleich zutreffen können. Er macht aus jedem Wert eine Wahrscheinlichkeit (Sigmoid).
Formel: loss = Mittelwert von −w · t · log(s) − (1 − t) · log(1 − s), s das Sigmoid des Wertes, t das Ziel (0 oder 1, oder dazwischen).
Eingabe: Werte [N, K] oder beliebige Form; das Ziel des Datensatzes müssen Zahlen derselben Form sein. Ausgabe: Wahrscheinlichkeiten.
Vorgabe: Gewicht w der Positiven 1; ein größeres lässt seltene Ja-Antworten mehr zählen.</translation>
    </message>
    <message>
        <source>The loss that gives one layer the style of another: channels go together as they do there, whatever their places.
Formula: G[i, j] = mean over positions of x[i] · x[j] (the Gram matrix); loss = mean of (G − G of the reference)². The gradient goes to both.
Inputs: two with as many channels, [N, C, H, W] or [N, C, L]; their sizes may differ. Output: the first. It needs no target of the data set. Source: Gatys, Ecker and Bethge 2016.</source>
        <translation>Der Verlust, der einer Schicht den Stil einer anderen gibt: Kanäle treten gemeinsam auf wie dort, unabhängig von den Stellen.
Formel: G[i, j] = Mittelwert über die Positionen von x[i] · x[j] (die Gram-Matrix); loss = Mittelwert von (G − G der Referenz)². Der Gradient geht an beide.
Eingaben: zwei mit gleich vielen Kanälen, [N, C, H, W] oder [N, C, L]; ihre Größen dürfen verschieden sein. Ausgabe: die erste. Er braucht kein Ziel des Datensatzes. Quelle: Gatys, Ecker und Bethge 2016.</translation>
    </message>
    <message>
        <source>The loss that makes a layer say as much as it can. Behind a Learned input and frozen layers it finds the input that excites them most; a Slice before it chooses a channel or a class.
Formula: loss = − mean of x. It has no lower bound: let few steps be enough, or add a loss that holds the input.
Input: any shape. Output: the input. It needs no target of the data set. Source: Erhan, Bengio, Courville and Vincent 2009.</source>
        <translation>Der Verlust, der eine Schicht so stark wie möglich antworten lässt. Hinter einer Schicht „Gelernte Eingabe“ und eingefrorenen Schichten findet er die Eingabe, die sie am stärksten erregt; ein „Ausschnitt“ davor wählt einen Kanal oder eine Klasse.
Formel: loss = − Mittelwert von x. Er hat keine untere Grenze: Lassen Sie wenige Schritte genügen, oder fügen Sie einen Verlust hinzu, der die Eingabe festhält.
Eingabe: beliebige Form. Ausgabe: die Eingabe. Er braucht kein Ziel des Datensatzes. Quelle: Erhan, Bengio, Courville und Vincent 2009.</translation>
    </message>
    <message>
        <source>The loss that makes one layer equal another: features of a learned input and of an image (inversion, content), or of a small network and of a large one (distillation).
Formula: loss = mean of (x − reference)². The gradient goes to both; freeze the layers before the reference where it should stay.
Inputs: two of one shape. Output: the first. It needs no target of the data set. Source: Mahendran and Vedaldi 2015.</source>
        <translation>Der Verlust, der eine Schicht einer anderen angleicht: Merkmale einer gelernten Eingabe denen eines Bildes (Inversion, Inhalt) oder eines kleinen Netzes denen eines großen (Destillation).
Formel: loss = Mittelwert von (x − reference)². Der Gradient geht an beide; frieren Sie die Schichten vor der Referenz ein, wenn sie bleiben soll.
Eingaben: zwei derselben Form. Ausgabe: die erste. Er braucht kein Ziel des Datensatzes. Quelle: Mahendran und Vedaldi 2015.</translation>
    </message>
    <message>
        <source>Turns scores into logarithms of probabilities, without losing the small ones. Cross-entropy does this itself, so none is needed before it.
Formula: y[k] = x[k] − log(sum over j of exp(x[j])), along one axis. Default: axis 1, the channels; −1 is the last.
Input [N, K], [N, C, H, W] or [N, T, K]; output: the same shape.</source>
        <translation>Macht aus Werten Logarithmen von Wahrscheinlichkeiten, ohne die kleinen zu verlieren. Die Kreuzentropie tut das selbst, vor ihr ist also kein Log-Softmax nötig.
Formel: y[k] = x[k] − log(Summe über j von exp(x[j])), entlang einer Achse. Vorgabe: Achse 1, die Kanäle; −1 ist die letzte.
Eingabe [N, K], [N, C, H, W] oder [N, T, K]; Ausgabe: dieselbe Form.</translation>
    </message>
    <message>
        <source>Turns scores into probabilities: all positive, and 1 in sum over the channels. Cross-entropy does this itself, so none is needed before it.
Formula: y[k] = exp(x[k]) / sum over j of exp(x[j]).
Input [N, K] or [N, C, H, W] (over C, at each place); output: the same shape. Default: axis 1.</source>
        <translation>Macht aus Werten Wahrscheinlichkeiten: alle positiv, mit der Summe 1 über die Kanäle. Die Kreuzentropie tut das selbst, vor ihr ist also kein Softmax nötig.
Formel: y[k] = exp(x[k]) / Summe über j von exp(x[j]).
Eingabe [N, K] oder [N, C, H, W] (über C, an jeder Stelle); Ausgabe: dieselbe Form. Vorgabe: Achse 1.</translation>
    </message>
    <message>
        <source>Where the samples of a data set enter the network.
Output of numbers: [N, C, H, W] for the shape C×H×W of images; [N, K], [N, C, L] or [N, T, K], and [N, C, D, H, W] for shapes of one, two and four extents. N is the batch: how many samples come at once.
Output of symbols: whole numbers [N, T], each from 0 to one less than there are symbols; an Embedding turns them into numbers.
The shape must be that of the data set&apos;s samples, or what the transforms make of them. Default: numbers, 1×28×28.</source>
        <translation>Wo die Beispiele eines Datensatzes in das Netz gelangen.
Ausgabe bei Zahlen: [N, C, H, W] für die Form C×H×W von Bildern; [N, K], [N, C, L] oder [N, T, K] und [N, C, D, H, W] für Formen mit einer, zwei und vier Ausdehnungen. N ist der Batch: wie viele Beispiele zugleich kommen.
Ausgabe bei Symbolen: ganze Zahlen [N, T], jede von 0 bis eins weniger, als es Symbole gibt; eine Einbettung macht daraus Zahlen.
Die Form muss die der Beispiele des Datensatzes sein oder die, die durch die Transformationen daraus wird. Vorgabe: Zahlen, 1×28×28.</translation>
    </message>
    <message>
        <source>Writes the channels and rows of an image one after another into a single row of numbers.
Input [N, C, H, W], output [N, C·H·W]. A row of numbers is unchanged.</source>
        <translation>Schreibt die Kanäle und Zeilen eines Bildes nacheinander in eine einzige Zahlenreihe.
Eingabe [N, C, H, W], Ausgabe [N, C·H·W]. Eine Zahlenreihe bleibt unverändert.</translation>
    </message>
    <message>
        <source>A picture goes in, a yes or no for each label comes out.</source>
        <translation>Ein Bild geht hinein, ein Ja oder Nein für jedes Label kommt heraus.</translation>
    </message>
    <message>
        <source>A picture goes in, another one comes out: sharper, cleaner, painted.</source>
        <translation>Ein Bild geht hinein, ein anderes kommt heraus: schärfer, sauberer, gemalt.</translation>
    </message>
    <message>
        <source>A picture goes in, one of several classes comes out.</source>
        <translation>Ein Bild geht hinein, eine von mehreren Klassen kommt heraus.</translation>
    </message>
    <message>
        <source>A picture goes in, the class of every pixel comes out.</source>
        <translation>Ein Bild geht hinein, die Klasse jedes Pixels kommt heraus.</translation>
    </message>
    <message>
        <source>A sound goes in, one of several classes comes out.</source>
        <translation>Ein Klang geht hinein, eine von mehreren Klassen kommt heraus.</translation>
    </message>
    <message>
        <source>Classify images</source>
        <translation>Bilder klassifizieren</translation>
    </message>
    <message>
        <source>Image to image</source>
        <translation>Bild zu Bild</translation>
    </message>
    <message>
        <source>Numbers or a picture go in, numbers come out: a price, an angle, a measurement.</source>
        <translation>Zahlen oder ein Bild gehen hinein, Zahlen kommen heraus: ein Preis, ein Winkel, ein Messwert.</translation>
    </message>
    <message>
        <source>Segmentation</source>
        <translation>Segmentierung</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Klang</translation>
    </message>
    <message>
        <source>Speech</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Speech or handwriting goes in, its text comes out.</source>
        <translation>Gesprochenes oder Handschrift geht hinein, der Text kommt heraus.</translation>
    </message>
    <message>
        <source>The beginning of a text goes in, what comes next comes out.</source>
        <translation>Der Anfang eines Textes geht hinein, was als Nächstes kommt, kommt heraus.</translation>
    </message>
    <message>
        <source>A picture goes in, boxes around the objects in it come out.</source>
        <translation>Ein Bild geht hinein, Rahmen um die Dinge darin kommen heraus.</translation>
    </message>
    <message>
        <source>As good with a tenth of the arithmetic: for phones and small computers.</source>
        <translation>Ebenso gut mit einem Zehntel der Rechnung: für Telefone und kleine Rechner.</translation>
    </message>
    <message>
        <source>Character LSTM</source>
        <translation>Zeichen-LSTM</translation>
    </message>
    <message>
        <source>Character transformer</source>
        <translation>Zeichen-Transformer</translation>
    </message>
    <message>
        <source>Convolutions over the wave itself, each four times coarser: words, noises, machines.</source>
        <translation>Faltungen über die Welle selbst, jede viermal gröber: Wörter, Geräusche, Maschinen.</translation>
    </message>
    <message>
        <source>Convolutions over the wave itself, for sounds that were not made spectrograms.</source>
        <translation>Faltungen über die Welle selbst, für Klänge, aus denen keine Spektrogramme gemacht wurden.</translation>
    </message>
    <message>
        <source>Detection</source>
        <translation>Erkennung von Dingen</translation>
    </message>
    <message>
        <source>Each label has a yes or no of its own.</source>
        <translation>Jedes Etikett hat sein eigenes Ja oder Nein.</translation>
    </message>
    <message>
        <source>Eighteen layers for pictures of about 32×32: far more accurate than LeNet, and far slower.</source>
        <translation>Achtzehn Schichten für Bilder von etwa 32×32: weit genauer als LeNet, und weit langsamer.</translation>
    </message>
    <message>
        <source>Find objects</source>
        <translation>Dinge finden</translation>
    </message>
    <message>
        <source>For changes that depend on what is in the picture, not only on the pixels around.</source>
        <translation>Für Änderungen, die davon abhängen, was im Bild ist, nicht nur von den Pixeln ringsum.</translation>
    </message>
    <message>
        <source>Four layers that look at each place&apos;s surroundings: quick, for things told apart by texture.</source>
        <translation>Vier Schichten, die die Umgebung jeder Stelle ansehen: schnell, für Dinge, die sich in der Textur unterscheiden.</translation>
    </message>
    <message>
        <source>GRU listener</source>
        <translation>GRU-Hörer</translation>
    </message>
    <message>
        <source>Goes through the sound with a memory and says at each moment which letter it hears.</source>
        <translation>Geht mit einem Gedächtnis durch den Klang und sagt in jedem Augenblick, welchen Buchstaben es hört.</translation>
    </message>
    <message>
        <source>How much the place and the size of boxes count beside the centres.</source>
        <translation>Wie viel Ort und Größe der Rahmen neben den Mittelpunkten zählen.</translation>
    </message>
    <message>
        <source>Its loss forgives single samples that are far off, as measurements often are.</source>
        <translation>Sein Verlust verzeiht einzelne Beispiele, die weit daneben liegen, wie es bei Messungen oft ist.</translation>
    </message>
    <message>
        <source>LSTM listener</source>
        <translation>LSTM-Hörer</translation>
    </message>
    <message>
        <source>LeNet</source>
        <translation>LeNet</translation>
    </message>
    <message>
        <source>Looks at the spectrogram as at a picture: the usual way to tell sounds apart.</source>
        <translation>Sieht das Spektrogramm wie ein Bild an: der übliche Weg, Klänge zu unterscheiden.</translation>
    </message>
    <message>
        <source>Looks back at all symbols at once: better with much text and patience.</source>
        <translation>Sieht auf alle Zeichen zugleich zurück: besser bei viel Text und Geduld.</translation>
    </message>
    <message>
        <source>Mini ResNet</source>
        <translation>Mini-ResNet</translation>
    </message>
    <message>
        <source>MobileNet-v2</source>
        <translation>MobileNet-v2</translation>
    </message>
    <message>
        <source>Multilayer perceptron</source>
        <translation>Mehrschichtiges Perzeptron</translation>
    </message>
    <message>
        <source>Only 1.2 million parameters: less to learn by heart where samples are few.</source>
        <translation>Nur 1,2 Millionen Parameter: weniger zum Auswendiglernen, wo es wenige Beispiele gibt.</translation>
    </message>
    <message>
        <source>Reads on symbol by symbol with a memory: learns spelling and style quickly.</source>
        <translation>Liest Zeichen für Zeichen mit einem Gedächtnis weiter: lernt Schreibweise und Stil schnell.</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>ResNet-18 detector</source>
        <translation>ResNet-18-Finder</translation>
    </message>
    <message>
        <source>ResNet-18 for small images</source>
        <translation>ResNet-18 für kleine Bilder</translation>
    </message>
    <message>
        <source>Robust perceptron</source>
        <translation>Robustes Perzeptron</translation>
    </message>
    <message>
        <source>SRCNN</source>
        <translation>SRCNN</translation>
    </message>
    <message>
        <source>Sees the whole and the edges: the standard for masks, also with few samples.</source>
        <translation>Sieht das Ganze und die Ränder: das Übliche für Masken, auch bei wenigen Beispielen.</translation>
    </message>
    <message>
        <source>Seven convolutions over a grid with a quarter of the picture&apos;s size: quick, for a few kinds of objects.</source>
        <translation>Sieben Faltungen über ein Raster von einem Viertel der Bildgröße: schnell, für wenige Arten von Dingen.</translation>
    </message>
    <message>
        <source>Small and quick: it learns small pictures within a minute, and shows how all others work.</source>
        <translation>Klein und schnell: lernt kleine Bilder in einer Minute und zeigt, wie alle anderen arbeiten.</translation>
    </message>
    <message>
        <source>Small detector</source>
        <translation>Kleiner Finder</translation>
    </message>
    <message>
        <source>Small segmenter</source>
        <translation>Kleiner Segmentierer</translation>
    </message>
    <message>
        <source>Spectrum network</source>
        <translation>Spektrum-Netz</translation>
    </message>
    <message>
        <source>SqueezeNet 1.1</source>
        <translation>SqueezeNet 1.1</translation>
    </message>
    <message>
        <source>Tells many kinds of objects apart in photographs, and takes its time.</source>
        <translation>Unterscheidet viele Arten von Dingen auf Fotos und braucht seine Zeit.</translation>
    </message>
    <message>
        <source>The loss that finds objects in images. A grid lies over the image; for each cell the network says how probable the centre of an object of each class is, and what box it has.
Formula: loss = mean over the images of (sum over classes and cells of c + weight · sum over the centres of |d|) / number of objects in the image, or 1. In the cell of a centre, c = −(1 − p)² · log p; elsewhere c = −(1 − t)⁴ · p² · log(1 − p). p is the probability sigmoid(score − 2.2), t is 1 in the cell of a centre and falls to 0 around it. d are the differences in the box&apos;s four numbers: the distances of its centre from the left and the upper edge of the cell, and the logarithms of its width and height, all in cells.
Input: scores [N, K + 4, H, W] for K classes: give the layer before it 4 filters more than there are classes. A grid with a quarter of the image&apos;s height and width is usual; two objects of a class in one cell become one. Output: the probabilities and the boxes, in the same shape.
Default: weight of boxes 1. Source: Zhou, Wang and Krähenbühl 2019; boxes by logarithms as in Redmon and Farhadi 2017.</source>
        <translation>Der Verlust, mit dem ein Netz Dinge in Bildern findet. Über dem Bild liegt ein Raster; für jede Zelle sagt das Netz, wie wahrscheinlich dort der Mittelpunkt eines Dings jeder Klasse liegt und welchen Rahmen es hat.
Formel: Verlust = Mittel über die Bilder von (Summe über Klassen und Zellen von c + Gewicht · Summe über die Mittelpunkte von |d|) / Anzahl der Dinge im Bild, oder 1. In der Zelle eines Mittelpunkts ist c = −(1 − p)² · log p, sonst c = −(1 − t)⁴ · p² · log(1 − p). p ist die Wahrscheinlichkeit sigmoid(Wert − 2,2), t ist 1 in der Zelle eines Mittelpunkts und fällt ringsum auf 0. d sind die Unterschiede der vier Zahlen des Rahmens: die Abstände seines Mittelpunkts vom linken und vom oberen Rand der Zelle und die Logarithmen seiner Breite und Höhe, alles in Zellen.
Eingang: Werte [N, K + 4, H, W] für K Klassen: die Schicht davor braucht 4 Filter mehr, als es Klassen gibt. Üblich ist ein Raster mit einem Viertel der Höhe und Breite des Bildes; zwei Dinge einer Klasse in einer Zelle werden eines. Ausgang: die Wahrscheinlichkeiten und die Rahmen, in derselben Form.
Vorgabe: Gewicht der Rahmen 1. Quelle: Zhou, Wang und Krähenbühl 2019; Rahmen durch Logarithmen wie bei Redmon und Farhadi 2017.</translation>
    </message>
    <message>
        <source>The same with a simpler memory: a quarter less to compute.</source>
        <translation>Dasselbe mit einem einfacheren Gedächtnis: ein Viertel weniger zu rechnen.</translation>
    </message>
    <message>
        <source>The same, eight times as wide: for many samples of a crooked relation.</source>
        <translation>Dasselbe, achtmal so breit: für viele Beispiele eines krummen Zusammenhangs.</translation>
    </message>
    <message>
        <source>The samples are rows of numbers: three linear layers find how they go together.</source>
        <translation>Die Beispiele sind Reihen von Zahlen: drei lineare Schichten finden, wie sie zusammenhängen.</translation>
    </message>
    <message>
        <source>The usual first choice for photographs: accurate, and it trains without tricks.</source>
        <translation>Die übliche erste Wahl für Fotos: genau, und es lernt ohne Kniffe.</translation>
    </message>
    <message>
        <source>Three convolutions: sharpens and cleans images, and is quick to train.</source>
        <translation>Drei Faltungen: schärft und säubert Bilder und ist schnell trainiert.</translation>
    </message>
    <message>
        <source>Three linear layers with bends between them: enough for most tables.</source>
        <translation>Drei lineare Schichten mit Knicken dazwischen: genug für die meisten Tabellen.</translation>
    </message>
    <message>
        <source>Two residual blocks: how modern image networks are built, in small.</source>
        <translation>Zwei Residualblöcke: wie heutige Bildnetze gebaut sind, im Kleinen.</translation>
    </message>
    <message>
        <source>U-Net</source>
        <translation>U-Net</translation>
    </message>
    <message>
        <source>Wave network</source>
        <translation>Wellen-Netz</translation>
    </message>
    <message>
        <source>Weight of boxes</source>
        <translation>Gewicht der Rahmen</translation>
    </message>
    <message>
        <source>Wide perceptron</source>
        <translation>Breites Perzeptron</translation>
    </message>
    <message>
        <source>Boxes in lists (CUB-200, CelebA, FGVC Aircraft, GTSRB)</source>
        <translation>Rahmen in Listen (CUB-200, CelebA, FGVC Aircraft, GTSRB)</translation>
    </message>
    <message>
        <source>Which classes of aircraft: variant, family or manufacturer; empty for variant.</source>
        <translation>Welche Klassen von Flugzeugen: variant, family oder manufacturer; leer: variant.</translation>
    </message>
    <message>
        <source>Where several processes train together: batch norm uses the mean and variance of all their samples, not of each one&apos;s own. For small batches; slower.</source>
        <translation>Wo mehrere Prozesse gemeinsam trainieren: Batch-Norm verwendet Mittelwert und Varianz aller ihrer Beispiele, nicht nur der jeweils eigenen. Für kleine Batches; langsamer.</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Mikro-Batches</translation>
    </message>
    <message>
        <source>Computes each batch in this number of micro-batches (1, 2, 4, 8 and so on) and adds their gradients in a fixed order. Intermediates take less memory, sums of gradients more. The results are the same whether one process computes all of them or several share them. Batch norm uses the mean and variance of each micro-batch. Slower.</source>
        <translation>Berechnet jeden Batch in so vielen Mikro-Batches (1, 2, 4, 8 und so weiter) und addiert ihre Gradienten in fester Reihenfolge. Zwischenergebnisse brauchen weniger Speicher, Summen der Gradienten mehr. Die Ergebnisse sind dieselben, ob ein Prozess alle berechnet oder mehrere sie sich teilen. Batch-Norm verwendet Mittelwert und Varianz jedes Mikro-Batches. Langsamer.</translation>
    </message>
    <message>
        <source>Norm over ranks</source>
        <translation>Norm über Ränge</translation>
    </message>
    <message>
        <source>Along the rows</source>
        <translation>Entlang der Zeilen</translation>
    </message>
    <message>
        <source>As the numbers suggest</source>
        <translation>Wie es die Zahlen nahelegen</translation>
    </message>
    <message>
        <source>Boxes in one column</source>
        <translation>Rahmen in einer Spalte</translation>
    </message>
    <message>
        <source>Boxes, around outlines too</source>
        <translation>Rahmen, auch um Umrisse</translation>
    </message>
    <message>
        <source>Down the columns, as Kaggle has it</source>
        <translation>Die Spalten hinab, wie bei Kaggle</translation>
    </message>
    <message>
        <source>Each value is an object, and all are of one class</source>
        <translation>Jeder Wert ist ein Objekt, und alle sind von einer Klasse</translation>
    </message>
    <message>
        <source>Import files that the lists name without a label, though other tables name them too.</source>
        <translation>Dateien importieren, die die Listen ohne Klasse nennen, obwohl auch andere Tabellen sie nennen.</translation>
    </message>
    <message>
        <source>Its right and bottom</source>
        <translation>Sein rechter und unterer Rand</translation>
    </message>
    <message>
        <source>Its width and height</source>
        <translation>Seine Breite und Höhe</translation>
    </message>
    <message>
        <source>Masks as run lengths in a table</source>
        <translation>Masken als Lauflängen in einer Tabelle</translation>
    </message>
    <message>
        <source>Order of the pixels</source>
        <translation>Reihenfolge der Pixel</translation>
    </message>
    <message>
        <source>What is taken from boxes and outlines.</source>
        <translation>Was aus Rahmen und Umrissen genommen wird.</translation>
    </message>
    <message>
        <source>What the last two of the four numbers of such a box are.</source>
        <translation>Was die letzten zwei der vier Zahlen eines solchen Rahmens sind.</translation>
    </message>
    <message>
        <source>Whether folders that each hold images and their masks may be the classes of these images.</source>
        <translation>Ob Ordner, die jeweils Bilder und ihre Masken enthalten, die Klassen dieser Bilder sein können.</translation>
    </message>
    <message>
        <source>Whether runs go down the columns or along the rows of an image.</source>
        <translation>Ob die Läufe die Spalten eines Bildes hinab oder seine Zeilen entlang gehen.</translation>
    </message>
    <message>
        <source>What stands between several labels in the label column, &quot;blank&quot; for blanks; empty where there is but one.</source>
        <translation>Was in der Klassenspalte zwischen mehreren Klassen steht, „blank“ für Leerzeichen; leer, wo es nur eine gibt.</translation>
    </message>
    <message>
        <source>What stands between several labels in the class column, &quot;blank&quot; for blanks. Empty finds it; none takes all of a cell for one class.</source>
        <translation>Was in der Klassenspalte zwischen mehreren Klassen steht, „blank“ für Leerzeichen. Leer sucht es; none nimmt den ganzen Inhalt einer Zelle als eine Klasse.</translation>
    </message>
    <message>
        <source>Folders as classes</source>
        <translation>Ordner als Klassen</translation>
    </message>
    <message>
        <source>They are no classes</source>
        <translation>Sie sind keine Klassen</translation>
    </message>
    <message>
        <source>A class each</source>
        <translation>Je eine Klasse</translation>
    </message>
    <message>
        <source>Whether each of several files of NumPy is a class, where their names do not tell inputs.</source>
        <translation>Ob jede von mehreren Dateien von NumPy eine Klasse ist, wo ihre Namen keine Eingaben nennen.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Boxes in a text beside each image, in any order</source>
        <translation>Rahmen in einem Text neben jedem Bild, in beliebiger Ordnung</translation>
    </message>
    <message>
        <source>Boxes by frame (MOT Challenge, VisDrone, UAVDT)</source>
        <translation>Rahmen nach Einzelbildern (MOT Challenge, VisDrone, UAVDT)</translation>
    </message>
    <message>
        <source>Boxes of CrowdHuman and BDD100K (JSON)</source>
        <translation>Rahmen von CrowdHuman und BDD100K (JSON)</translation>
    </message>
    <message>
        <source>What the cells of a line mean, for instance &quot;left top right bottom class&quot; or &quot;class centre_x centre_y width height&quot;; also x, y (corners), text, score, and - for a cell of no use. Empty: found out.</source>
        <translation>Was die Zellen einer Zeile bedeuten, zum Beispiel „left top right bottom class“ oder „class centre_x centre_y width height“; auch x, y (Ecken), text, score, und - für eine Zelle ohne Bedeutung. Leer: wird herausgefunden.</translation>
    </message>
    <message>
        <source>Boxes of a person</source>
        <translation>Rahmen einer Person</translation>
    </message>
    <message>
        <source>Which of the three boxes of CrowdHuman is taken.</source>
        <translation>Welcher der drei Rahmen von CrowdHuman genommen wird.</translation>
    </message>
    <message>
        <source>The whole person, hidden parts too</source>
        <translation>Die ganze Person, auch verdeckte Teile</translation>
    </message>
    <message>
        <source>What is visible of the person</source>
        <translation>Was von der Person zu sehen ist</translation>
    </message>
    <message>
        <source>The head</source>
        <translation>Der Kopf</translation>
    </message>
    <message>
        <source>What the columns beside that of the image mean if they have no names, for instance &quot;left top right bottom class&quot; or &quot;class left top width height&quot;; - is a column of no use. Empty: found out.</source>
        <translation>Was die Spalten neben der des Bildes bedeuten, wenn sie keine Namen haben, zum Beispiel „left top right bottom class“ oder „class left top width height“; - ist eine Spalte ohne Bedeutung. Leer: wird herausgefunden.</translation>
    </message>
    <message>
        <source>Pairs side by side (pix2pix)</source>
        <translation>Paare nebeneinander (pix2pix)</translation>
    </message>
    <message>
        <source>The left half</source>
        <translation>Die linke Hälfte</translation>
    </message>
    <message>
        <source>The right half</source>
        <translation>Die rechte Hälfte</translation>
    </message>
    <message>
        <source>Which half of an image is the input; the other one is the target.</source>
        <translation>Welche Hälfte eines Bildes die Eingabe ist; die andere ist das Ziel.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Annotation folder</source>
        <translation>Ordner der Annotationen</translation>
    </message>
    <message>
        <source>The name of the only folder whose annotations are read; empty reads those of all folders.</source>
        <translation>Der Name des einzigen Ordners, dessen Annotationen gelesen werden; leer: alle Ordner.</translation>
    </message>
    <message>
        <source>Numbers from 0 to 1, of DICOM as measured; nothing is lost</source>
        <translation>Zahlen von 0 bis 1, von DICOM wie gemessen; nichts geht verloren</translation>
    </message>
    <message>
        <source>Volumes (NIfTI, MetaImage, NRRD)</source>
        <translation>Volumina (NIfTI, MetaImage, NRRD)</translation>
    </message>
    <message>
        <source>In lists or files; ask if they may only describe the images</source>
        <translation>In Listen oder Dateien; fragen, falls sie die Bilder vielleicht nur beschreiben</translation>
    </message>
    <message>
        <source>In lists, or in files beside the sounds and images</source>
        <translation>In Listen oder in Dateien neben den Tonaufnahmen und Bildern</translation>
    </message>
    <message>
        <source>In the names of the images</source>
        <translation>In den Namen der Bilder</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Where the texts are written.</source>
        <translation>Wo die Texte stehen.</translation>
    </message>
    <message>
        <source>Which part of a name is the text, from 1; &quot;_&quot;, &quot;-&quot;, &quot;.&quot; and blanks divide it. 0 takes all of it.</source>
        <translation>Welcher Teil eines Namens der Text ist, ab 1; „_“, „-“, „.“ und Leerzeichen trennen ihn. 0 nimmt den ganzen.</translation>
    </message>
    <message>
        <source>Tables beside the texts</source>
        <translation>Tabellen neben den Texten</translation>
    </message>
    <message>
        <source>Whether tables and records beside the texts, which are no text to continue, are asked about.</source>
        <translation>Ob nach Tabellen und Datensätzen neben den Texten, die kein Text zum Fortsetzen sind, gefragt wird.</translation>
    </message>
    <message>
        <source>Beside the tables</source>
        <translation>Neben den Tabellen</translation>
    </message>
    <message>
        <source>Whether files and folders beside the tables, which may matter, are asked about.</source>
        <translation>Ob nach Dateien und Ordnern neben den Tabellen gefragt wird, auf die es ankommen kann.</translation>
    </message>
    <message>
        <source>Sounds of several rows</source>
        <translation>Tonaufnahmen mehrerer Zeilen</translation>
    </message>
    <message>
        <source>Whether sounds that several rows name with different classes, as events in them, are asked about or have the class of the first row.</source>
        <translation>Ob nach Tonaufnahmen gefragt wird, die mehrere Zeilen mit verschiedenen Klassen nennen, etwa als Ereignisse darin, oder ob sie die Klasse der ersten Zeile haben.</translation>
    </message>
    <message>
        <source>The class of the first row</source>
        <translation>Die Klasse der ersten Zeile</translation>
    </message>
    <message>
        <source>Ask where there are many</source>
        <translation>Fragen, wo es viele gibt</translation>
    </message>
    <message>
        <source>Images without a mask</source>
        <translation>Bilder ohne Maske</translation>
    </message>
    <message>
        <source>Nothing is marked in them: background</source>
        <translation>Nichts ist darin markiert: Hintergrund</translation>
    </message>
    <message>
        <source>What becomes of images without a mask.</source>
        <translation>Was aus Bildern ohne Maske wird.</translation>
    </message>
    <message>
        <source>Point (1,234.5)</source>
        <translation>Punkt (1,234.5)</translation>
    </message>
    <message>
        <source>Whether the numbers to be learnt are classes, quantities or the pixels of images.</source>
        <translation>Ob die zu lernenden Zahlen Klassen, stetige Werte oder die Pixel von Bildern sind.</translation>
    </message>
    <message>
        <source>Where the channels of an input of three or four axes stand.</source>
        <translation>Wo die Kanäle einer Eingabe mit drei oder vier Achsen stehen.</translation>
    </message>
    <message>
        <source>The least share of the image&apos;s area that is cut out; where it has no room for the shape, the part is smaller.</source>
        <translation>Der kleinste Anteil der Bildfläche, der ausgeschnitten wird; wo sie für die Form keinen Platz hat, ist der Ausschnitt kleiner.</translation>
    </message>
    <message>
        <source>There are none</source>
        <translation>Es gibt keine</translation>
    </message>
</context>
<context>
    <name>DeviceList</name>
    <message numerus="yes">
        <source>%n rank(s) on the processor</source>
        <translation>
            <numerusform>%n Rang auf dem Prozessor</numerusform>
            <numerusform>%n Ränge auf dem Prozessor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) together</source>
        <translation>
            <numerusform>%n Gerät</numerusform>
            <numerusform>%n Geräte zusammen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>The numbers that enter the network have mean %1 and deviation %2 in %3.</source>
        <translation>Die Zahlen am Eingang des Netzes haben in %3 den Mittelwert %1 und die Abweichung %2.</translation>
    </message>
    <message>
        <source>Layers learn best with mean 0 and deviation 1.</source>
        <translation>Schichten lernen am besten mit Mittelwert 0 und Abweichung 1.</translation>
    </message>
    <message>
        <source>The statistics of the data set are those of its import. Import it again if its samples have changed since.</source>
        <translation>Die Statistik des Datensatzes stammt von seinem Import. Importieren Sie ihn neu, wenn sich seine Beispiele seither geändert haben.</translation>
    </message>
    <message>
        <source>Insert batch norm after the input</source>
        <translation>Batch-Norm hinter dem Eingang einfügen</translation>
    </message>
    <message>
        <source>The inputs are badly normalised</source>
        <translation>Die Eingaben sind schlecht normiert</translation>
    </message>
    <message>
        <source>Only %1 of the %2 training samples that were loaded are different.</source>
        <translation>Von den %2 geladenen Trainingsbeispielen sind nur %1 verschieden.</translation>
    </message>
    <message>
        <source>%1 of the %2 training samples that were loaded are one number all over.</source>
        <translation>%1 der %2 geladenen Trainingsbeispiele bestehen überall aus derselben Zahl.</translation>
    </message>
    <message>
        <source>%1 of the %2 training samples that were loaded have numbers that are NaN or infinite.</source>
        <translation>%1 der %2 geladenen Trainingsbeispiele enthalten Zahlen, die NaN oder unendlich sind.</translation>
    </message>
    <message>
        <source>All %1 training samples that were loaded have the same label.</source>
        <translation>Alle %1 geladenen Trainingsbeispiele haben dasselbe Label.</translation>
    </message>
    <message>
        <source>Each of the %1 batches that were loaded has samples of one class only.</source>
        <translation>Jeder der %1 geladenen Batches enthält nur Beispiele einer Klasse.</translation>
    </message>
    <message>
        <source>All %1 training samples that were loaded have the same target.</source>
        <translation>Alle %1 geladenen Trainingsbeispiele haben dasselbe Ziel.</translation>
    </message>
    <message>
        <source>Look at the samples, and import the data again if they are not what they should be.</source>
        <translation>Sehen Sie die Beispiele an und importieren Sie die Daten neu, wenn sie nicht sind, was sie sein sollen.</translation>
    </message>
    <message>
        <source>The Input layer transforms the samples. Look at the preview of its transforms.</source>
        <translation>Die Eingabeschicht transformiert die Beispiele. Sehen Sie die Vorschau ihrer Transformationen an.</translation>
    </message>
    <message>
        <source>Remove the transforms of the Input layer</source>
        <translation>Transformationen der Eingabeschicht entfernen</translation>
    </message>
    <message>
        <source>Exclude these %1 samples</source>
        <translation>Diese %1 Beispiele ausschließen</translation>
    </message>
    <message>
        <source>The samples that are loaded do not vary</source>
        <translation>Die geladenen Beispiele unterscheiden sich nicht</translation>
    </message>
    <message>
        <source>%1 of the %2 units of “%3” give 0 for each of %4 training samples.</source>
        <translation>%1 der %2 Einheiten von „%3“ ergeben für jedes von %4 Trainingsbeispielen 0.</translation>
    </message>
    <message>
        <source>No gradient reaches them, so they do not learn any more.</source>
        <translation>Kein Gradient erreicht sie, also lernen sie nicht mehr.</translation>
    </message>
    <message>
        <source>Use leaky ReLU</source>
        <translation>Leaky ReLU verwenden</translation>
    </message>
    <message>
        <source>Many units are dead</source>
        <translation>Viele Einheiten sind tot</translation>
    </message>
    <message>
        <source>With the first weights, the gradient of “%1” is %2 times as large as its weights.</source>
        <translation>Mit den ersten Gewichten ist der Gradient von „%1“ %2-mal so groß wie die Gewichte.</translation>
    </message>
    <message>
        <source>The gradient of “%1” is %2 times as large as its weights.</source>
        <translation>Der Gradient von „%1“ ist %2-mal so groß wie die Gewichte.</translation>
    </message>
    <message>
        <source>One step then changes the weights by a large part of what they are.</source>
        <translation>Ein Schritt ändert die Gewichte dann um einen großen Teil ihrer selbst.</translation>
    </message>
    <message>
        <source>Insert batch norm after “%1”</source>
        <translation>Batch-Norm hinter „%1“ einfügen</translation>
    </message>
    <message>
        <source>Gradients explode</source>
        <translation>Gradienten explodieren</translation>
    </message>
    <message>
        <source>“%1” has %2 training samples, but “%3” has only %4.</source>
        <translation>„%1“ hat %2 Trainingsbeispiele, „%3“ aber nur %4.</translation>
    </message>
    <message>
        <source>The network gains more from answering “%1” than from learning the rare classes.</source>
        <translation>Das Netz gewinnt mehr, wenn es „%1“ antwortet, als wenn es die seltenen Klassen lernt.</translation>
    </message>
    <message>
        <source>Give rare classes more weight in the loss</source>
        <translation>Seltenen Klassen im Verlust mehr Gewicht geben</translation>
    </message>
    <message>
        <source>The classes are of very different size</source>
        <translation>Die Klassen sind sehr verschieden groß</translation>
    </message>
    <message>
        <source>%1 of the %2 validation and test samples (%3 %) are equal or nearly equal to a training sample.</source>
        <translation>%1 der %2 Validierungs- und Testbeispiele (%3 %) gleichen einem Trainingsbeispiel ganz oder fast.</translation>
    </message>
    <message>
        <source>The network has seen their answers, so the measured quality is too good.</source>
        <translation>Das Netz hat ihre Antworten gesehen, also ist die gemessene Qualität zu gut.</translation>
    </message>
    <message>
        <source>Exclude the %1 samples</source>
        <translation>Die %1 Beispiele ausschließen</translation>
    </message>
    <message>
        <source>Training samples are among the validation and test samples</source>
        <translation>Unter den Validierungs- und Testbeispielen sind Trainingsbeispiele</translation>
    </message>
    <message>
        <source>After %1 steps the loss is %2. Always predicting the frequencies of the classes yields %3.</source>
        <translation>Nach %1 Schritten ist der Verlust %2. Wer immer mit den Häufigkeiten der Klassen antwortet, erreicht %3.</translation>
    </message>
    <message>
        <source>The labels may be mixed up: look at samples of the training split. Else the network is too small, or its samples do not tell their class.</source>
        <translation>Vielleicht sind die Labels vertauscht: Sehen Sie Trainingsbeispiele an. Sonst ist das Netz zu klein, oder die Beispiele verraten ihre Klasse nicht.</translation>
    </message>
    <message>
        <source>The network learns nothing from the samples</source>
        <translation>Das Netz lernt nichts aus den Beispielen</translation>
    </message>
    <message>
        <source>The validation loss was lowest after epoch %1, %2, and is %3 now.</source>
        <translation>Der Validierungsverlust war nach Epoche %1 mit %2 am kleinsten und ist jetzt %3.</translation>
    </message>
    <message>
        <source>Over the same epochs the training loss fell from %1 to %2.</source>
        <translation>In denselben Epochen fiel der Trainingsverlust von %1 auf %2.</translation>
    </message>
    <message>
        <source>Stop a new run after %1 validations without progress</source>
        <translation>Neuen Lauf nach %1 Validierungen ohne Fortschritt stoppen</translation>
    </message>
    <message>
        <source>Weight decay %1 → %2 in a new run</source>
        <translation>Gewichtsabfall %1 → %2 in einem neuen Lauf</translation>
    </message>
    <message>
        <source>Insert dropout before “%1”</source>
        <translation>Dropout vor „%1“ einfügen</translation>
    </message>
    <message>
        <source>The network overfits</source>
        <translation>Das Netz lernt auswendig (Overfitting)</translation>
    </message>
    <message>
        <source>The loss is no longer a number.</source>
        <translation>Der Verlust ist keine Zahl mehr.</translation>
    </message>
    <message>
        <source>The loss is no longer a number from step %1 on.</source>
        <translation>Der Verlust ist ab Schritt %1 keine Zahl mehr.</translation>
    </message>
    <message>
        <source>The loss rose from %1 to %2 at step %3.</source>
        <translation>Der Verlust stieg bei Schritt %3 von %1 auf %2.</translation>
    </message>
    <message>
        <source>Since then it stays at %1, which a constant answer reaches, too.</source>
        <translation>Seither bleibt er bei %1, was auch eine immer gleiche Antwort erreicht.</translation>
    </message>
    <message>
        <source>The loss rose again, from %1 to %2 over the last quarter of the run.</source>
        <translation>Der Verlust stieg wieder, im letzten Viertel des Laufs von %1 auf %2.</translation>
    </message>
    <message>
        <source>The learning rate is %1.</source>
        <translation>Die Lernrate ist %1.</translation>
    </message>
    <message>
        <source>The learning rate is too high</source>
        <translation>Die Lernrate ist zu hoch</translation>
    </message>
    <message>
        <source>After %1 steps the weights have changed by %2 % only.</source>
        <translation>Nach %1 Schritten haben sich die Gewichte nur um %2 % geändert.</translation>
    </message>
    <message>
        <source>The loss falls slowly along a straight line: from %1 to %2.</source>
        <translation>Der Verlust fällt langsam und geradlinig: von %1 auf %2.</translation>
    </message>
    <message>
        <source>The loss is still %1, which a constant answer reaches, too.</source>
        <translation>Der Verlust ist immer noch %1, was auch eine immer gleiche Antwort erreicht.</translation>
    </message>
    <message>
        <source>The learning rate is too low</source>
        <translation>Die Lernrate ist zu niedrig</translation>
    </message>
    <message>
        <source>%1 % of the outputs of “%2” are within 1 % of their limits.</source>
        <translation>%1 % der Ausgaben von „%2“ liegen höchstens 1 % von ihren Grenzen entfernt.</translation>
    </message>
    <message>
        <source>Almost no gradient passes there, so the layers before it hardly learn.</source>
        <translation>Dort kommt fast kein Gradient hindurch, also lernen die Schichten davor kaum.</translation>
    </message>
    <message>
        <source>%1 % of the training samples are given a wrong class with a probability of more than 99 %.</source>
        <translation>%1 % der Trainingsbeispiele wird mit mehr als 99 % Wahrscheinlichkeit eine falsche Klasse zugeordnet.</translation>
    </message>
    <message>
        <source>Insert batch norm before “%1”</source>
        <translation>Batch-Norm vor „%1“ einfügen</translation>
    </message>
    <message>
        <source>Outputs are saturated</source>
        <translation>Ausgaben sind gesättigt</translation>
    </message>
    <message>
        <source>The gradient of “%1” is %2 times smaller than that of “%3”.</source>
        <translation>Der Gradient von „%1“ ist %2-mal kleiner als der von „%3“.</translation>
    </message>
    <message>
        <source>No gradient reaches “%1”, while “%2” has one.</source>
        <translation>„%1“ erreicht kein Gradient, während „%2“ einen hat.</translation>
    </message>
    <message>
        <source>So the first layers hardly learn.</source>
        <translation>Die ersten Schichten lernen deshalb kaum.</translation>
    </message>
    <message>
        <source>Use ReLU instead of sigmoid and tanh</source>
        <translation>ReLU statt Sigmoid und Tanh verwenden</translation>
    </message>
    <message>
        <source>Gradients vanish</source>
        <translation>Gradienten verschwinden</translation>
    </message>
    <message>
        <source>Learning rate %1 → %2 in a new run</source>
        <translation>Lernrate %1 → %2 in einem neuen Lauf</translation>
    </message>
    <message>
        <source>Clip the gradients in a new run</source>
        <translation>Gradienten in einem neuen Lauf begrenzen</translation>
    </message>
</context>
<context>
    <name>EvaluationReport</name>
    <message>
        <source>By class</source>
        <translation>Nach Klassen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>ROC AUC</source>
        <translation>ROC-AUC</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Hardest samples</source>
        <translation>Schwerste Beispiele</translation>
    </message>
    <message>
        <source>%1, data set %2</source>
        <translation>%1, Datensatz %2</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überdeckung</translation>
    </message>
    <message>
        <source>The first %1 of %2 classes; the export as CSV has all</source>
        <translation>Die ersten %1 von %2 Klassen; der Export als CSV enthält alle</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>top-5 accuracy %1 %</source>
        <translation>Top-5-Genauigkeit %1 %</translation>
    </message>
    <message>
        <source>precision %1</source>
        <translation>Präzision %1</translation>
    </message>
    <message>
        <source>recall %1</source>
        <translation>Trefferquote %1</translation>
    </message>
    <message>
        <source>F1 %1</source>
        <translation>F1 %1</translation>
    </message>
    <message>
        <source>mean IoU %1</source>
        <translation>mittlere IoU %1</translation>
    </message>
    <message>
        <source>mean absolute error %1</source>
        <translation>mittlerer absoluter Fehler %1</translation>
    </message>
    <message>
        <source>root mean squared error %1</source>
        <translation>Wurzel des mittleren quadratischen Fehlers %1</translation>
    </message>
    <message>
        <source>PSNR %1 dB</source>
        <translation>PSNR %1 dB</translation>
    </message>
    <message>
        <source>SSIM %1</source>
        <translation>SSIM %1</translation>
    </message>
    <message>
        <source>perplexity %1</source>
        <translation>Perplexität %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Top-5 accuracy</source>
        <translation>Top-5-Genauigkeit</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Mean IoU</source>
        <translation>Mittlere IoU</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>Mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>Root mean squared error</source>
        <translation>Wurzel des mittleren quadratischen Fehlers</translation>
    </message>
    <message>
        <source>PSNR in dB</source>
        <translation>PSNR in dB</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>Beispiele je Sekunde</translation>
    </message>
    <message>
        <source>F1 of centres %1</source>
        <translation>F1 der Mittelpunkte %1</translation>
    </message>
    <message>
        <source>overlap of boxes %1</source>
        <translation>Überdeckung der Rahmen %1</translation>
    </message>
    <message>
        <source>F1 of centres</source>
        <translation>F1 der Mittelpunkte</translation>
    </message>
    <message>
        <source>Overlap of boxes</source>
        <translation>Überdeckung der Rahmen</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Label error rate</source>
        <translation>Fehlerrate der Etiketten</translation>
    </message>
    <message>
        <source>Exact transcripts</source>
        <translation>Genaue Abschriften</translation>
    </message>
    <message>
        <source>Recall at 1</source>
        <translation>Trefferquote bei 1</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>AP50</source>
        <translation>AP50</translation>
    </message>
    <message>
        <source>AP75</source>
        <translation>AP75</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, Validierung</translation>
    </message>
    <message>
        <source>%1, training</source>
        <translation>%1, Training</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Importing %1 again</source>
        <translation>%1 wird noch einmal importiert</translation>
    </message>
    <message>
        <source>Drawings that hold their network (%1)</source>
        <translation>Zeichnungen, die ihr Netz enthalten (%1)</translation>
    </message>
    <message>
        <source>All networks (%1)</source>
        <translation>Alle Netze (%1)</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>Abbrechen: %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 parameters · %2 FLOPs a sample</source>
        <translation>%1 Parameter · %2 FLOPs je Beispiel</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>, epoch %1</source>
        <translation>, Epoche %1</translation>
    </message>
    <message>
        <source>, %1 %</source>
        <translation>, %1 %</translation>
    </message>
    <message>
        <source> (best)</source>
        <translation> (bester)</translation>
    </message>
    <message>
        <source>Approximated</source>
        <translation>Angenähert</translation>
    </message>
    <message>
        <source>Kept, but not to the last digit or not in all cases.</source>
        <translation>Behalten, aber nicht bis zur letzten Stelle oder nicht in allen Fällen.</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Of no use to the network here, or not known.</source>
        <translation>Für das Netz hier ohne Nutzen oder nicht bekannt.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>What became which layer</source>
        <translation>Was zu welcher Schicht wurde</translation>
    </message>
    <message>
        <source>The weights are kept in the project as “imported %1”, beside the runs: look inside them in Inspect, or begin training with them.</source>
        <translation>Die Gewichte liegen im Projekt als „importiert: %1“ neben den Läufen: Sehen Sie im Einblick hinein, oder beginnen Sie damit ein Training.</translation>
    </message>
    <message>
        <source>The file has no weights: training begins with fresh ones.</source>
        <translation>Die Datei hat keine Gewichte: Das Training beginnt mit frischen.</translation>
    </message>
    <message>
        <source>%1 layers, %2 parameters</source>
        <translation>%1 Schichten, %2 Parameter</translation>
    </message>
    <message>
        <source>The numbers were not compared with those of the file.</source>
        <translation>Die Zahlen wurden nicht mit denen der Datei verglichen.</translation>
    </message>
    <message>
        <source>On a sample the network computes another result than the file: do not rely on it.</source>
        <translation>Bei einem Beispiel gibt das Netz etwas anderes als die Datei: Verlassen Sie sich nicht darauf.</translation>
    </message>
    <message>
        <source>On a sample the network computes exactly the result of the file.</source>
        <translation>Bei einem Beispiel gibt das Netz genau, was die Datei sagt.</translation>
    </message>
    <message>
        <source>On a sample the network gives what the file says: the largest difference is %1 of the largest number, as rounding in another order makes it.</source>
        <translation>Bei einem Beispiel gibt das Netz, was die Datei sagt: Der größte Unterschied ist %1 der größten Zahl, wie ihn Runden in anderer Reihenfolge macht.</translation>
    </message>
    <message>
        <source>On a sample the network gives nearly what the file says: the largest difference is %1 of the largest number.</source>
        <translation>Bei einem Beispiel gibt das Netz fast, was die Datei sagt: Der größte Unterschied ist %1 der größten Zahl.</translation>
    </message>
    <message>
        <source>On a sample the network differs from the file by %1 of the largest number: do not rely on it.</source>
        <translation>Bei einem Beispiel weicht das Netz um %1 der größten Zahl von der Datei ab: Verlassen Sie sich nicht darauf.</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>The project&apos;s own form: all that the drawing holds</source>
        <translation>Die eigene Form des Projekts: alles, was die Zeichnung enthält</translation>
    </message>
    <message>
        <source>Caffe prototxt</source>
        <translation>Caffe-Prototxt</translation>
    </message>
    <message>
        <source>As Caffe writes networks. Blocks are unfolded: an edit here unfolds them in the drawing too.</source>
        <translation>Wie Caffe Netze schreibt. Blöcke sind entfaltet: Eine Änderung hier entfaltet sie auch in der Zeichnung.</translation>
    </message>
    <message>
        <source>Prototxt knows no blocks: they are unfolded here. To read is safe; an edit of this text unfolds them in the drawing too.</source>
        <translation>Prototxt kennt keine Blöcke: Hier sind sie entfaltet. Lesen ist gefahrlos; eine Änderung dieses Textes entfaltet sie auch in der Zeichnung.</translation>
    </message>
    <message>
        <source>a second</source>
        <translation>eine Sekunde</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 Sekunden</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>An epoch takes roughly %1 here.</source>
        <translation>Eine Epoche dauert hier ungefähr %1.</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>Die Datei ersetzen?</translation>
    </message>
    <message>
        <source>“%1” is there already. Its content would be lost.</source>
        <translation>„%1“ ist schon da. Der Inhalt ginge verloren.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
</context>
<context>
    <name>QTableView</name>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
</context>
<context>
    <name>RunDiff</name>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>+ added, %1</source>
        <translation>+ hinzugefügt, %1</translation>
    </message>
    <message>
        <source>− removed</source>
        <translation>− entfernt</translation>
    </message>
    <message>
        <source>Edge %1</source>
        <translation>Kante %1</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ hinzugefügt</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute %1 %, data %2 %, host %3 %</source>
        <translation>Rechnen %1 %, Daten %2 %, Host %3 %</translation>
    </message>
    <message>
        <source>%1: the device is kept busy.</source>
        <translation>%1: Das Gerät ist ausgelastet.</translation>
    </message>
    <message>
        <source>%1: the step waits for the host, which measures, records, looks at layers or saves; a larger logging interval or fewer checkpoints help.</source>
        <translation>%1: Der Schritt wartet auf den Host, der misst, aufzeichnet, Schichten betrachtet oder speichert; ein größerer Protokollabstand oder weniger Checkpoints helfen.</translation>
    </message>
    <message numerus="yes">
        <source>%1: the step waits for data, which %n threads load</source>
        <translation>
            <numerusform>%1: Der Schritt wartet auf Daten, die %n Thread lädt</numerusform>
            <numerusform>%1: Der Schritt wartet auf Daten, die %n Threads laden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the step waits for data</source>
        <translation>%1: Der Schritt wartet auf Daten</translation>
    </message>
    <message>
        <source>%1; fewer or simpler transforms, smaller pictures or a faster disk help.</source>
        <translation>%1; weniger oder einfachere Transformationen, kleinere Bilder oder ein schnellerer Datenträger helfen.</translation>
    </message>
    <message>
        <source>Begins with the weights of the checkpoint</source>
        <translation>Beginnt mit den Gewichten des Checkpoints</translation>
    </message>
    <message>
        <source>Begins with %1 of %2 weights of the checkpoint</source>
        <translation>Beginnt mit %1 von %2 Gewichten des Checkpoints</translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <translation>%1 als %2</translation>
    </message>
    <message>
        <source>; found under another name: %1</source>
        <translation>; unter anderem Namen gefunden: %1</translation>
    </message>
    <message>
        <source>; fresh: %1</source>
        <translation>; frisch: %1</translation>
    </message>
    <message>
        <source>; not used: %1</source>
        <translation>; nicht verwendet: %1</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>StatisticsFacts</name>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>The root of the mean squared distance from the mean</source>
        <translation>Die Wurzel des mittleren quadratischen Abstands vom Mittel</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>The square root of the sum of all squares</source>
        <translation>Die Wurzel aus der Summe aller Quadrate</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Values that are exactly 0</source>
        <translation>Werte, die genau 0 sind</translation>
    </message>
    <message>
        <source>Not a number</source>
        <translation>Keine Zahl</translation>
    </message>
    <message>
        <source>Left out of the figures above</source>
        <translation>In den Zahlen oben nicht enthalten</translation>
    </message>
</context>
<context>
    <name>TagMenu</name>
    <message>
        <source>New tag</source>
        <translation>Neues Stichwort</translation>
    </message>
    <message>
        <source>Name of the tag of the chosen samples</source>
        <translation>Name des Stichworts der gewählten Beispiele</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Neues Stichwort…</translation>
    </message>
</context>
<context>
    <name>WeightRun</name>
    <message>
        <source>Storing %1</source>
        <translation>%1 wird gespeichert</translation>
    </message>
    <message>
        <source>%1 with weights of run %2</source>
        <translation>%1 mit Gewichten von Lauf %2</translation>
    </message>
    <message>
        <source>Fitting weights to %1</source>
        <translation>Gewichte werden an %1 angepasst</translation>
    </message>
</context>
<context>
    <name>fovea::Alignment</name>
    <message>
        <source>Align %1</source>
        <translation>%1 ausrichten</translation>
    </message>
    <message>
        <source>Distribute %1</source>
        <translation>%1 verteilen</translation>
    </message>
</context>
<context>
    <name>fovea::AnswerInspector</name>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Show in layers</source>
        <translation>In Schichten zeigen</translation>
    </message>
    <message>
        <source>The sample</source>
        <translation>Das Beispiel</translation>
    </message>
    <message>
        <source>The most probable classes</source>
        <translation>Die wahrscheinlichsten Klassen</translation>
    </message>
    <message>
        <source>No sample chosen</source>
        <translation>Kein Beispiel gewählt</translation>
    </message>
    <message>
        <source>Choose a cell of the matrix or a picture to see the sample, its prediction and why.</source>
        <translation>Wählen Sie eine Zelle der Matrix oder ein Bild, um das Beispiel, seine Vorhersage und deren Grund zu sehen.</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>%1, recognised</source>
        <translation>%1, erkannt</translation>
    </message>
    <message>
        <source>%1, taken for %2</source>
        <translation>%1, gehalten für %2</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>Mittlerer Fehler</translation>
    </message>
    <message>
        <source>Over all numbers of the sample</source>
        <translation>Über alle Zahlen des Beispiels</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>Mittlerer quadratischer Fehler</translation>
    </message>
    <message>
        <source>Share that is wrong</source>
        <translation>Falscher Anteil</translation>
    </message>
    <message>
        <source>Corrected since this evaluation.</source>
        <translation>Seit dieser Auswertung berichtigt.</translation>
    </message>
    <message>
        <source>Label as %1</source>
        <translation>Als %1 beschriften</translation>
    </message>
    <message>
        <source>what the network says</source>
        <translation>was das Netz sagt</translation>
    </message>
    <message>
        <source>why %1 (Grad-CAM)</source>
        <translation>warum %1 (Grad-CAM)</translation>
    </message>
    <message>
        <source>No label, taken for %1</source>
        <translation>Ohne Klasse, gehalten für %1</translation>
    </message>
</context>
<context>
    <name>fovea::AnswerThumbnails</name>
    <message>
        <source>%1, not %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>%1 wrong</source>
        <translation>%1 falsch</translation>
    </message>
</context>
<context>
    <name>fovea::AnswerView</name>
    <message>
        <source>truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>The network&apos;s answer</source>
        <translation>Die Antwort des Netzes</translation>
    </message>
    <message>
        <source>The truth of the data set</source>
        <translation>Die Wahrheit des Datensatzes</translation>
    </message>
    <message>
        <source>Right places</source>
        <translation>Richtige Stellen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Number %1</source>
        <translation>Zahl %1</translation>
    </message>
    <message>
        <source>%1 (truth %2)</source>
        <translation>%1 (wahr: %2)</translation>
    </message>
    <message>
        <source>The network hears nothing.</source>
        <translation>Das Netz hört nichts.</translation>
    </message>
    <message>
        <source>Truth: %1</source>
        <translation>Wahrheit: %1</translation>
    </message>
    <message numerus="yes">
        <source>A point of %n numbers that lies near those of similar samples: the projection shows them together.</source>
        <translation>
            <numerusform>Ein Punkt aus %n Zahl, nahe bei denen ähnlicher Beispiele: Die Projektion zeigt sie gemeinsam.</numerusform>
            <numerusform>Ein Punkt aus %n Zahlen, nahe bei denen ähnlicher Beispiele: Die Projektion zeigt sie gemeinsam.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 of %2 numbers.</source>
        <translation>Die ersten %1 von %2 Zahlen.</translation>
    </message>
    <message>
        <source>What may follow the text.</source>
        <translation>Was auf den Text folgen kann.</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>false</source>
        <translation>falsch</translation>
    </message>
</context>
<context>
    <name>fovea::ArithmeticPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>Nächste Schicht</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>input channel</source>
        <translation>Eingabekanal</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>No layer yet</source>
        <translation>Noch keine Schicht</translation>
    </message>
    <message>
        <source>Backward, here</source>
        <translation>Rückwärts, hier</translation>
    </message>
    <message>
        <source>Channel or unit</source>
        <translation>Kanal oder Einheit</translation>
    </message>
    <message>
        <source>Channel or unit of the layer whose number is explained (Page up, Page down)</source>
        <translation>Kanal oder Einheit der Schicht, deren Zahl erklärt wird (Bild auf, Bild ab)</translation>
    </message>
    <message>
        <source>Input channel</source>
        <translation>Eingabekanal</translation>
    </message>
    <message>
        <source>Which channel of the window is shown</source>
        <translation>Welcher Kanal des Fensters gezeigt wird</translation>
    </message>
    <message>
        <source>Writes the numbers into the cells</source>
        <translation>Schreibt die Zahlen in die Felder</translation>
    </message>
    <message>
        <source>The next layer in the direction of the computation</source>
        <translation>Die nächste Schicht in Richtung der Rechnung</translation>
    </message>
    <message>
        <source>The layer before</source>
        <translation>Die Schicht davor</translation>
    </message>
    <message>
        <source>Direction of the computation</source>
        <translation>Richtung der Rechnung</translation>
    </message>
    <message>
        <source>Output of the layer</source>
        <translation>Ausgabe der Schicht</translation>
    </message>
    <message>
        <source>The layer&apos;s output; click to explain another number</source>
        <translation>Die Ausgabe der Schicht; ein Klick erklärt eine andere Zahl</translation>
    </message>
    <message>
        <source>What this layer does</source>
        <translation>Was diese Schicht tut</translation>
    </message>
    <message>
        <source>Drag the window · arrow keys move it · Page up and down choose another filter</source>
        <translation>Das Fenster ziehen · Pfeiltasten bewegen es · Bild auf und ab wählen einen anderen Filter</translation>
    </message>
    <message>
        <source>Gradient of the weights</source>
        <translation>Gradient der Gewichte</translation>
    </message>
    <message>
        <source>strongest</source>
        <translation>stärkster</translation>
    </message>
    <message>
        <source>%1 · channel %2 · position (%3, %4)</source>
        <translation>%1 · Kanal %2 · Stelle (%3, %4)</translation>
    </message>
    <message>
        <source>%1 · number %2</source>
        <translation>%1 · Zahl %2</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>The number that is explained</source>
        <translation>Die Zahl, die erklärt wird</translation>
    </message>
    <message>
        <source>∂loss/∂y</source>
        <translation>∂Verlust/∂y</translation>
    </message>
    <message>
        <source>How the loss changes with this number</source>
        <translation>Wie sich der Verlust mit dieser Zahl ändert</translation>
    </message>
    <message>
        <source>∂loss/∂%1</source>
        <translation>∂Verlust/∂%1</translation>
    </message>
    <message>
        <source>Of the weight with the steepest gradient</source>
        <translation>Des Gewichts mit dem steilsten Gradienten</translation>
    </message>
    <message>
        <source>rate × gradient</source>
        <translation>Rate × Gradient</translation>
    </message>
    <message>
        <source>With the learning rate of the run</source>
        <translation>Mit der Lernrate des Laufs</translation>
    </message>
    <message>
        <source>Plain gradient descent makes %1 of %2: %3.</source>
        <translation>Einfacher Gradientenabstieg macht %1 aus %2: %3.</translation>
    </message>
    <message>
        <source>All weights change like this in each step.</source>
        <translation>So ändern sich in jedem Schritt alle Gewichte.</translation>
    </message>
    <message>
        <source>how the loss %1 of the true class “%2” changes with this number</source>
        <translation>wie sich der Verlust %1 der wahren Klasse „%2“ mit dieser Zahl ändert</translation>
    </message>
    <message>
        <source>how the loss %1 of the predicted class “%2” changes with this number</source>
        <translation>wie sich der Verlust %1 der vorhergesagten Klasse „%2“ mit dieser Zahl ändert</translation>
    </message>
    <message>
        <source>There is no truth that a loss could compare with, so nothing flows backward.</source>
        <translation>Es gibt keine Wahrheit, mit der ein Verlust vergleichen könnte, also fließt nichts zurück.</translation>
    </message>
    <message>
        <source>how the loss %1 against the truth of this sample changes with this number</source>
        <translation>wie sich der Verlust %1 gegenüber der Wahrheit dieses Beispiels mit dieser Zahl ändert</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>%1 · channel %2 · slice %3 · position (%4, %5)</source>
        <translation>%1 · Kanal %2 · Schnitt %3 · Stelle (%4, %5)</translation>
    </message>
    <message>
        <source>%1 · step %2 · number %3</source>
        <translation>%1 · Schritt %2 · Zahl %3</translation>
    </message>
    <message>
        <source>Page up and down choose another number</source>
        <translation>Bild auf und ab wählen eine andere Zahl</translation>
    </message>
    <message>
        <source>Arrow keys: up and down change the step, left and right the number</source>
        <translation>Pfeiltasten: auf und ab wechseln den Schritt, links und rechts die Zahl</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <source>input channel %1</source>
        <translation>Eingangskanal %1</translation>
    </message>
</context>
<context>
    <name>fovea::ArithmeticStageList</name>
    <message>
        <source>Stages of the computation</source>
        <translation>Stufen der Rechnung</translation>
    </message>
    <message>
        <source>The stages of the computation with their results; choose one to see its numbers</source>
        <translation>Die Stufen der Rechnung mit ihren Ergebnissen; eine wählen, um ihre Zahlen zu sehen</translation>
    </message>
    <message>
        <source>strongest</source>
        <translation>stärkste</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>key of step</source>
        <translation>Key von Schritt</translation>
    </message>
    <message>
        <source>hidden unit</source>
        <translation>verborgene Einheit</translation>
    </message>
    <message>
        <source>strongest, %1</source>
        <translation>stärkste, %1</translation>
    </message>
    <message>
        <source>Which part is shown; the strongest is the one that adds most</source>
        <translation>Welcher Teil gezeigt wird; der stärkste trägt am meisten bei</translation>
    </message>
</context>
<context>
    <name>fovea::ArithmeticView</name>
    <message>
        <source>How the number is computed</source>
        <translation>Wie die Zahl berechnet wird</translation>
    </message>
    <message>
        <source>Copy the sum</source>
        <translation>Die Summe kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::ArithmeticWords</name>
    <message>
        <source>   the network computed %1</source>
        <translation>   das Netz berechnete %1</translation>
    </message>
    <message>
        <source>Σ %1 products = %2</source>
        <translation>Σ %1 Produkte = %2</translation>
    </message>
    <message>
        <source>+ bias %1</source>
        <translation>+ Bias %1</translation>
    </message>
    <message>
        <source>window, %1</source>
        <translation>Fenster, %1</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>the largest of %1 numbers</source>
        <translation>die größte von %1 Zahlen</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Σ = %1</source>
        <translation>Σ = %1</translation>
    </message>
    <message>
        <source>divided by %1</source>
        <translation>geteilt durch %1</translation>
    </message>
    <message>
        <source>filter %1, %2</source>
        <translation>Filter %1, %2</translation>
    </message>
    <message>
        <source>products, then their sum</source>
        <translation>Produkte, dann ihre Summe</translation>
    </message>
    <message>
        <source>Σ of channel %1 = %2</source>
        <translation>Σ von Kanal %1 = %2</translation>
    </message>
    <message>
        <source>score x</source>
        <translation>Wert x</translation>
    </message>
    <message>
        <source>exp(x − largest)</source>
        <translation>exp(x − größte)</translation>
    </message>
    <message>
        <source>divided by Σ</source>
        <translation>geteilt durch Σ</translation>
    </message>
    <message>
        <source>Σ exp = %1</source>
        <translation>Σ exp = %1</translation>
    </message>
    <message>
        <source>loss = −log p(%1) = %2</source>
        <translation>Verlust = −log p(%1) = %2</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>shift</source>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>mean and deviation are those gathered in training</source>
        <translation>Mittel und Abweichung wurden im Training gesammelt</translation>
    </message>
    <message>
        <source>The numbers that enter the network, after the transforms.</source>
        <translation>Die Zahlen, die nach den Transformationen in das Netz gehen.</translation>
    </message>
    <message>
        <source>Slides learned filters over its input; each output says how strongly a filter&apos;s pattern is present at that position.</source>
        <translation>Schiebt gelernte Filter über die Eingabe; jede Ausgabe sagt, wie stark das Muster eines Filters an dieser Stelle vorkommt.</translation>
    </message>
    <message>
        <source>Each output is a weighted sum of all inputs: a row of weights times the column of inputs.</source>
        <translation>Jede Ausgabe ist eine gewichtete Summe aller Eingaben: eine Zeile von Gewichten mal der Spalte der Eingaben.</translation>
    </message>
    <message>
        <source>Keeps the largest number of each window, so that small shifts matter less.</source>
        <translation>Behält die größte Zahl jedes Fensters, damit kleine Verschiebungen weniger ausmachen.</translation>
    </message>
    <message>
        <source>Takes the mean of each window.</source>
        <translation>Nimmt das Mittel jedes Fensters.</translation>
    </message>
    <message>
        <source>Bends each number by itself, so that layers together are more than one sum.</source>
        <translation>Biegt jede Zahl für sich, damit Schichten zusammen mehr sind als eine Summe.</translation>
    </message>
    <message>
        <source>Brings each channel to mean 0 and deviation 1, then scales and shifts it.</source>
        <translation>Bringt jeden Kanal auf Mittel 0 und Abweichung 1, dann streckt und verschiebt es ihn.</translation>
    </message>
    <message>
        <source>Adds its inputs, number by number: the shortcut of a residual network.</source>
        <translation>Addiert seine Eingaben Zahl für Zahl: die Abkürzung eines Residual-Netzes.</translation>
    </message>
    <message>
        <source>Passes its numbers on: it only arranges them, or works in training alone.</source>
        <translation>Gibt seine Zahlen weiter: es ordnet sie nur an oder wirkt nur im Training.</translation>
    </message>
    <message>
        <source>Turns scores into probabilities: positive, and 1 together.</source>
        <translation>Macht aus Werten Wahrscheinlichkeiten: positiv und zusammen 1.</translation>
    </message>
    <message>
        <source>Turns scores into probabilities; the loss says how little of them the right class gets.</source>
        <translation>Macht aus Werten Wahrscheinlichkeiten; der Verlust sagt, wie wenig davon die richtige Klasse bekommt.</translation>
    </message>
    <message>
        <source>How this layer computes its numbers is not shown step by step.</source>
        <translation>Wie diese Schicht ihre Zahlen berechnet, wird nicht Schritt für Schritt gezeigt.</translation>
    </message>
    <message>
        <source>inputs, %1</source>
        <translation>Eingaben, %1</translation>
    </message>
    <message>
        <source>weights of unit %1</source>
        <translation>Gewichte von Einheit %1</translation>
    </message>
    <message>
        <source>How the loss changes with this number: over each path to the loss, the slope of the output times how strongly that output depends on the number.</source>
        <translation>Wie sich der Verlust mit dieser Zahl ändert: auf jedem Weg zum Verlust die Steigung der Ausgabe mal wie stark diese Ausgabe von der Zahl abhängt.</translation>
    </message>
    <message>
        <source>The loss does not depend on this number, or the network has no loss with classes.</source>
        <translation>Der Verlust hängt nicht von dieser Zahl ab, oder das Netz hat keinen Verlust mit Klassen.</translation>
    </message>
    <message>
        <source>∂loss/∂z</source>
        <translation>∂Verlust/∂z</translation>
    </message>
    <message>
        <source>∂z/∂y</source>
        <translation>∂z/∂y</translation>
    </message>
    <message>
        <source>slopes of %1</source>
        <translation>Steigungen von %1</translation>
    </message>
    <message>
        <source>Σ %1 paths = %2</source>
        <translation>Σ %1 Wege = %2</translation>
    </message>
    <message>
        <source>the paths through some layers are not shown</source>
        <translation>die Wege durch manche Schichten werden nicht gezeigt</translation>
    </message>
    <message>
        <source>∂loss/∂y%1 = %2   the network computed %3</source>
        <translation>∂Verlust/∂y%1 = %2   das Netz berechnete %3</translation>
    </message>
    <message>
        <source>slice %1</source>
        <translation>Schnitt %1</translation>
    </message>
    <message>
        <source>slice %1: padding</source>
        <translation>Schnitt %1: Rand</translation>
    </message>
    <message>
        <source>log of the share</source>
        <translation>Logarithmus des Anteils</translation>
    </message>
    <message>
        <source>the %1 likeliest of %2 classes are shown</source>
        <translation>gezeigt sind die %1 wahrscheinlichsten von %2 Klassen</translation>
    </message>
    <message>
        <source>the %1 numbers that share a mean</source>
        <translation>die %1 Zahlen mit gemeinsamem Mittelwert</translation>
    </message>
    <message>
        <source>mean %1 and variance %2 are those of these numbers alone</source>
        <translation>Mittelwert %1 und Varianz %2 sind die dieser Zahlen allein</translation>
    </message>
    <message>
        <source>symbol %1</source>
        <translation>Zeichen %1</translation>
    </message>
    <message>
        <source>row %1 of the table</source>
        <translation>Zeile %1 der Tabelle</translation>
    </message>
    <message>
        <source>number %1 of the row of this symbol</source>
        <translation>Zahl %1 in der Zeile dieses Zeichens</translation>
    </message>
    <message>
        <source>number of the place</source>
        <translation>Zahl der Stelle</translation>
    </message>
    <message>
        <source>The input gate says how much of the candidate enters the cell: 0 is nothing, 1 all.</source>
        <translation>Das Eingangstor sagt, wie viel vom Kandidaten in die Zelle kommt: 0 ist nichts, 1 alles.</translation>
    </message>
    <message>
        <source>The forget gate says how much of what the cell held is kept: 0 is nothing, 1 all.</source>
        <translation>Das Vergesstor sagt, wie viel vom Inhalt der Zelle bleibt: 0 ist nichts, 1 alles.</translation>
    </message>
    <message>
        <source>The output gate says how much of the cell is shown: 0 is nothing, 1 all.</source>
        <translation>Das Ausgangstor sagt, wie viel von der Zelle gezeigt wird: 0 ist nichts, 1 alles.</translation>
    </message>
    <message>
        <source>The candidate is a new state; the reset gate says how much of the state before goes into it.</source>
        <translation>Der Kandidat ist ein neuer Zustand; das Rücksetztor sagt, wie viel vom Zustand davor in ihn eingeht.</translation>
    </message>
    <message>
        <source>The candidate is what the unit would write, from the input and the state before.</source>
        <translation>Der Kandidat ist, was die Einheit schreiben würde, aus der Eingabe und dem Zustand davor.</translation>
    </message>
    <message>
        <source>The cell keeps a part of what it held and takes in a part of the candidate.</source>
        <translation>Die Zelle behält einen Teil ihres Inhalts und nimmt einen Teil des Kandidaten auf.</translation>
    </message>
    <message>
        <source>The reset gate says how much of the state before goes into the candidate.</source>
        <translation>Das Rücksetztor sagt, wie viel vom Zustand davor in den Kandidaten eingeht.</translation>
    </message>
    <message>
        <source>The update gate says how much of the state before stays: 0 is nothing, 1 all.</source>
        <translation>Das Aktualisierungstor sagt, wie viel vom Zustand davor bleibt: 0 ist nichts, 1 alles.</translation>
    </message>
    <message>
        <source>The output of the step is the cell, bent between −1 and 1, times the output gate.</source>
        <translation>Die Ausgabe des Schritts ist die Zelle, zwischen −1 und 1 gebogen, mal dem Ausgangstor.</translation>
    </message>
    <message>
        <source>The output of the step mixes the candidate with the state before.</source>
        <translation>Die Ausgabe des Schritts mischt den Kandidaten mit dem Zustand davor.</translation>
    </message>
    <message>
        <source>The output of the step is made of the input and of the state before.</source>
        <translation>Die Ausgabe des Schritts entsteht aus der Eingabe und dem Zustand davor.</translation>
    </message>
    <message>
        <source>The query says what this step looks for; this is its number that counts most.</source>
        <translation>Die Query sagt, wonach dieser Schritt sucht; dies ist ihre Zahl, die am meisten zählt.</translation>
    </message>
    <message>
        <source>The key says what the other step is found by.</source>
        <translation>Der Key sagt, woran der andere Schritt gefunden wird.</translation>
    </message>
    <message>
        <source>The score says how well the key fits the query: large where their numbers agree.</source>
        <translation>Der Wert der Passung sagt, wie gut der Key zur Query passt: groß, wo ihre Zahlen übereinstimmen.</translation>
    </message>
    <message>
        <source>Softmax turns the scores of this head into weights that are 1 together; steps that come later are masked if attention is causal.</source>
        <translation>Softmax macht aus den Werten dieses Kopfes Gewichte, die zusammen 1 sind; spätere Schritte sind ausgeblendet, wenn die Attention kausal ist.</translation>
    </message>
    <message>
        <source>The value is what the other step gives.</source>
        <translation>Der Value ist, was der andere Schritt gibt.</translation>
    </message>
    <message>
        <source>The head takes the mean of the values of all steps, by their weights.</source>
        <translation>Der Kopf nimmt das Mittel der Values aller Schritte, nach ihren Gewichten.</translation>
    </message>
    <message>
        <source>The numbers of all heads side by side go through one more weighted sum.</source>
        <translation>Die Zahlen aller Köpfe nebeneinander gehen durch noch eine gewichtete Summe.</translation>
    </message>
    <message>
        <source>The numbers of the step are brought to mean 0 and deviation 1, then scaled and shifted.</source>
        <translation>Die Zahlen des Schritts werden auf Mittelwert 0 und Abweichung 1 gebracht, dann skaliert und verschoben.</translation>
    </message>
    <message>
        <source>What attention says is added to what came in.</source>
        <translation>Was die Attention sagt, wird zur Eingabe addiert.</translation>
    </message>
    <message>
        <source>A hidden unit of the small network that each step goes through by itself.</source>
        <translation>Eine verborgene Einheit des kleinen Netzes, durch das jeder Schritt für sich geht.</translation>
    </message>
    <message>
        <source>The hidden units are summed up again.</source>
        <translation>Die verborgenen Einheiten werden wieder aufsummiert.</translation>
    </message>
    <message>
        <source>What the small network says is added: the output of the block.</source>
        <translation>Was das kleine Netz sagt, wird addiert: die Ausgabe des Blocks.</translation>
    </message>
    <message>
        <source>query of step %1</source>
        <translation>Query von Schritt %1</translation>
    </message>
    <message>
        <source>key of step %1</source>
        <translation>Key von Schritt %1</translation>
    </message>
    <message>
        <source>values of %1 steps</source>
        <translation>Values von %1 Schritten</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>heads of step %1</source>
        <translation>Köpfe von Schritt %1</translation>
    </message>
    <message>
        <source>hidden units, %1</source>
        <translation>verborgene Einheiten, %1</translation>
    </message>
    <message>
        <source>state before, %1</source>
        <translation>Zustand davor, %1</translation>
    </message>
    <message>
        <source>weights U</source>
        <translation>Gewichte U</translation>
    </message>
    <message>
        <source>step %1, %2 numbers</source>
        <translation>Schritt %1, %2 Zahlen</translation>
    </message>
    <message>
        <source>cell before</source>
        <translation>Zelle davor</translation>
    </message>
    <message>
        <source>1 − update gate</source>
        <translation>1 − Aktualisierungstor</translation>
    </message>
    <message>
        <source>state before</source>
        <translation>Zustand davor</translation>
    </message>
    <message>
        <source>tanh of the cell</source>
        <translation>tanh der Zelle</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>small network</source>
        <translation>kleines Netz</translation>
    </message>
    <message>
        <source>scale / deviation</source>
        <translation>Skala / Abweichung</translation>
    </message>
    <message>
        <source>scores of %1 steps</source>
        <translation>Passung von %1 Schritten</translation>
    </message>
    <message>
        <source>%1, masked</source>
        <translation>%1, ausgeblendet</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 later steps are masked: they get no weight</source>
        <translation>%1 spätere Schritte sind ausgeblendet: Sie bekommen kein Gewicht</translation>
    </message>
    <message>
        <source>Σ %1 products with the state = %2</source>
        <translation>Σ %1 Produkte mit dem Zustand = %2</translation>
    </message>
    <message>
        <source>Σ %1 products with the input = %2</source>
        <translation>Σ %1 Produkte mit der Eingabe = %2</translation>
    </message>
    <message>
        <source>/ √%1</source>
        <translation>/ √%1</translation>
    </message>
    <message>
        <source>× reset gate %1</source>
        <translation>× Rücksetztor %1</translation>
    </message>
    <message>
        <source>Makes its input larger: each number of the input writes a filter, multiplied by that number, onto the output. Empty cells are places of the filter that no input puts here.</source>
        <translation>Vergrößert ihre Eingabe: Jede Zahl der Eingabe schreibt einen Filter, mit dieser Zahl multipliziert, auf die Ausgabe. Leere Zellen sind Stellen des Filters, die keine Eingabe hierher legt.</translation>
    </message>
    <message>
        <source>Brings a group of numbers of this sample to mean 0 and deviation 1, then scales and shifts them.</source>
        <translation>Bringt eine Gruppe von Zahlen dieses Beispiels auf Mittelwert 0 und Abweichung 1, skaliert und verschiebt sie dann.</translation>
    </message>
    <message>
        <source>Looks its symbol up in a learned table: each symbol has a row of numbers.</source>
        <translation>Schlägt das Zeichen in einer gelernten Tabelle nach: Jedes Zeichen hat eine Zeile mit Zahlen.</translation>
    </message>
    <message>
        <source>Adds numbers that say where a step stands, which attention would not know.</source>
        <translation>Addiert Zahlen, die sagen, wo ein Schritt steht; die Attention wüsste es sonst nicht.</translation>
    </message>
    <message>
        <source>Multiplies its inputs, number by number: one gates what another lets through.</source>
        <translation>Multipliziert ihre Eingaben Zahl für Zahl: Eine steuert, wie viel von der anderen durchkommt.</translation>
    </message>
    <message>
        <source>Takes the second input from the first, number by number.</source>
        <translation>Zieht die zweite Eingabe von der ersten ab, Zahl für Zahl.</translation>
    </message>
    <message>
        <source>Keeps the largest of its inputs, number by number.</source>
        <translation>Behält die größte ihrer Eingaben, Zahl für Zahl.</translation>
    </message>
    <message>
        <source>Turns scores into logarithms of probabilities.</source>
        <translation>Macht aus Werten Logarithmen von Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and keeps a memory, the cell, that gates write, forget and show.</source>
        <translation>Liest eine Folge Schritt für Schritt und führt ein Gedächtnis, die Zelle, in die Tore schreiben, aus der sie löschen und die sie zeigen.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and mixes its state with the new input.</source>
        <translation>Liest eine Folge Schritt für Schritt und mischt ihren Zustand mit der neuen Eingabe.</translation>
    </message>
    <message>
        <source>Reads a sequence step by step; each state is made of the input and the state before.</source>
        <translation>Liest eine Folge Schritt für Schritt; jeder Zustand entsteht aus der Eingabe und dem Zustand davor.</translation>
    </message>
    <message>
        <source>Each step asks (query), is found (key) and gives (value); what it becomes is a mean of the values, weighted by how well the keys fit its query.</source>
        <translation>Jeder Schritt fragt (Query), wird gefunden (Key) und gibt (Value); er wird zu einem Mittel der Values, gewichtet danach, wie gut die Keys zu seiner Query passen.</translation>
    </message>
    <message>
        <source>Attention over the steps, then a small network for each step by itself; each is added to what came in.</source>
        <translation>Attention über die Schritte, dann ein kleines Netz für jeden Schritt allein; beides wird zur Eingabe addiert.</translation>
    </message>
    <message>
        <source>input gate</source>
        <translation>Eingangstor</translation>
    </message>
    <message>
        <source>forget gate</source>
        <translation>Vergesstor</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>Ausgangstor</translation>
    </message>
    <message>
        <source>new cell</source>
        <translation>neue Zelle</translation>
    </message>
    <message>
        <source>output of the step</source>
        <translation>Ausgabe des Schritts</translation>
    </message>
    <message>
        <source>reset gate</source>
        <translation>Rücksetztor</translation>
    </message>
    <message>
        <source>update gate</source>
        <translation>Aktualisierungstor</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Wert der Passung</translation>
    </message>
    <message>
        <source>softmax weights</source>
        <translation>Softmax-Gewichte</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Value</translation>
    </message>
    <message>
        <source>mean of the values</source>
        <translation>Mittel der Values</translation>
    </message>
    <message>
        <source>output of attention</source>
        <translation>Ausgabe der Attention</translation>
    </message>
    <message>
        <source>first norm</source>
        <translation>erste Normierung</translation>
    </message>
    <message>
        <source>input + attention</source>
        <translation>Eingabe + Attention</translation>
    </message>
    <message>
        <source>second norm</source>
        <translation>zweite Normierung</translation>
    </message>
    <message>
        <source>hidden unit</source>
        <translation>verborgene Einheit</translation>
    </message>
    <message>
        <source>sum, the output</source>
        <translation>Summe, die Ausgabe</translation>
    </message>
    <message>
        <source>channel %1, slice %2</source>
        <translation>Kanal %1, Schnitt %2</translation>
    </message>
    <message>
        <source>input %1×%2×%3, channel %4</source>
        <translation>Eingabe %1×%2×%3, Kanal %4</translation>
    </message>
    <message>
        <source>through query, key and value of this step</source>
        <translation>durch Query, Key und Value dieses Schritts</translation>
    </message>
    <message>
        <source>through the sum with the input, and through the first norm of this step</source>
        <translation>durch die Summe mit der Eingabe und durch die erste Normierung dieses Schritts</translation>
    </message>
    <message>
        <source>through the gates of this step, whose slopes come from the steps computed after it, too</source>
        <translation>durch die Gates dieses Schritts, deren Steigungen auch aus den danach berechneten Schritten kommen</translation>
    </message>
</context>
<context>
    <name>fovea::Arrange</name>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
</context>
<context>
    <name>fovea::AugmentationChange</name>
    <message>
        <source>Augmentation of run %1</source>
        <translation>Augmentierung von Lauf %1</translation>
    </message>
</context>
<context>
    <name>fovea::Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>fovea::BlockMove</name>
    <message>
        <source>Move into %1</source>
        <translation>In %1 verschieben</translation>
    </message>
    <message>
        <source>Move out of %1</source>
        <translation>Aus %1 herausnehmen</translation>
    </message>
</context>
<context>
    <name>fovea::BoxOverlay</name>
    <message>
        <source>%1 right, %2 false, %3 missed</source>
        <translation>%1 richtig, %2 falsch, %3 übersehen</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <comment>class and probability</comment>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>green: right · red: false · dashed: missed</source>
        <translation>grün: richtig · rot: falsch · gestrichelt: übersehen</translation>
    </message>
    <message>
        <source>Right boxes</source>
        <translation>Richtige Rahmen</translation>
    </message>
    <message>
        <source>False boxes</source>
        <translation>Falsche Rahmen</translation>
    </message>
    <message>
        <source>Missed boxes</source>
        <translation>Übersehene Rahmen</translation>
    </message>
</context>
<context>
    <name>fovea::Breadcrumbs</name>
    <message>
        <source>Way to this sheet</source>
        <translation>Weg zu diesem Blatt</translation>
    </message>
    <message>
        <source>Back to %1 (Alt+Up goes one sheet out)</source>
        <translation>Zurück zu %1 (Alt+Auf geht ein Blatt hinaus)</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
</context>
<context>
    <name>fovea::BreakpointPanel</name>
    <message>
        <source>A breakpoint pauses the run when something goes wrong: the loss is not a number, a gradient explodes, a layer dies. Right-click a layer to set one.</source>
        <translation>Ein Haltepunkt pausiert den Lauf, wenn etwas schiefgeht: der Verlust ist keine Zahl, ein Gradient explodiert, eine Schicht stirbt ab. Mit der rechten Maustaste wird er an einer Schicht gesetzt.</translation>
    </message>
    <message>
        <source>Pause when the loss is not a number</source>
        <translation>Pausieren, wenn der Verlust keine Zahl ist</translation>
    </message>
    <message>
        <source>Steps between checks</source>
        <translation>Schritte zwischen Prüfungen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>is not a number</source>
        <translation>ist keine Zahl</translation>
    </message>
    <message>
        <source>is above</source>
        <translation>ist über</translation>
    </message>
    <message>
        <source>is below</source>
        <translation>ist unter</translation>
    </message>
    <message>
        <source>zeros above</source>
        <translation>Nullen über</translation>
    </message>
    <message>
        <source>zeros below</source>
        <translation>Nullen unter</translation>
    </message>
    <message>
        <source>gradient above</source>
        <translation>Gradient über</translation>
    </message>
    <message>
        <source>gradient below</source>
        <translation>Gradient unter</translation>
    </message>
    <message>
        <source>update above</source>
        <translation>Änderung über</translation>
    </message>
    <message>
        <source>update below</source>
        <translation>Änderung unter</translation>
    </message>
    <message>
        <source>mean above</source>
        <translation>Mittel über</translation>
    </message>
    <message>
        <source>mean below</source>
        <translation>Mittel unter</translation>
    </message>
    <message>
        <source>deviation above</source>
        <translation>Abweichung über</translation>
    </message>
    <message>
        <source>deviation below</source>
        <translation>Abweichung unter</translation>
    </message>
    <message numerus="yes">
        <source>%n values</source>
        <translation>
            <numerusform>%n Wert</numerusform>
            <numerusform>%n Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>Pause the run when</source>
        <translation>Den Lauf pausieren, wenn</translation>
    </message>
    <message>
        <source>more than 60 % of its outputs are zero</source>
        <translation>mehr als 60 % ihrer Ausgaben null sind</translation>
    </message>
    <message>
        <source>its gradient norm is above 10</source>
        <translation>die Norm ihres Gradienten über 10 liegt</translation>
    </message>
    <message>
        <source>a step changes its weights by more than 10 %</source>
        <translation>ein Schritt ihre Gewichte um mehr als 10 % ändert</translation>
    </message>
    <message>
        <source>an output is not a number</source>
        <translation>eine Ausgabe keine Zahl ist</translation>
    </message>
    <message>
        <source>the loss is not a number</source>
        <translation>der Verlust keine Zahl ist</translation>
    </message>
    <message>
        <source>the loss is above 10</source>
        <translation>der Verlust über 10 liegt</translation>
    </message>
    <message>
        <source>Remove “%1”</source>
        <translation>„%1“ entfernen</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Breakpoint “%1”</source>
        <translation>Haltepunkt „%1“</translation>
    </message>
    <message>
        <source>Whether it pauses the run</source>
        <translation>Ob er den Lauf pausiert</translation>
    </message>
    <message>
        <source>Remove this breakpoint</source>
        <translation>Diesen Haltepunkt entfernen</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Limit of “%1”</source>
        <translation>Grenze von „%1“</translation>
    </message>
    <message>
        <source>not hit yet</source>
        <translation>noch nicht ausgelöst</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>hit at step %1: %2</source>
        <translation>ausgelöst bei Schritt %1: %2</translation>
    </message>
    <message>
        <source>A check computes a batch once more, without micro-batches and in 32 bits: the fewer checks, the less they cost</source>
        <translation>Eine Prüfung rechnet einen Batch noch einmal, ohne Mikro-Batches und in 32 Bit: je seltener, desto weniger kostet es</translation>
    </message>
    <message>
        <source>cannot be checked</source>
        <translation>lässt sich nicht prüfen</translation>
    </message>
</context>
<context>
    <name>fovea::CanvasActions</name>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Ctrl+X</source>
        <translation>Ctrl+X</translation>
    </message>
    <message>
        <source>Take the selected layers to the clipboard</source>
        <translation>Die ausgewählten Schichten in die Zwischenablage nehmen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <source>Copy the selected layers, also for another project</source>
        <translation>Die ausgewählten Schichten kopieren, auch für ein anderes Projekt</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Ctrl+V</source>
        <translation>Ctrl+V</translation>
    </message>
    <message>
        <source>Insert the layers of the clipboard</source>
        <translation>Die Schichten aus der Zwischenablage einfügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Copy the selected layers beside themselves</source>
        <translation>Die ausgewählten Schichten neben sich selbst kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Remove what is selected from the drawing</source>
        <translation>Das Ausgewählte aus der Zeichnung entfernen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
    <message>
        <source>Every layer and note of this sheet</source>
        <translation>Jede Schicht und Notiz dieses Blatts</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the selected layer in its place</source>
        <translation>Die ausgewählte Schicht an ihrem Platz umbenennen</translation>
    </message>
    <message>
        <source>Add a layer…</source>
        <translation>Schicht hinzufügen…</translation>
    </message>
    <message>
        <source>Find a layer by its name and add it</source>
        <translation>Eine Schicht beim Namen suchen und hinzufügen</translation>
    </message>
    <message>
        <source>Connect in order of selecting</source>
        <translation>In der Reihenfolge der Auswahl verbinden</translation>
    </message>
    <message>
        <source>The output of each selected layer to the input of the next</source>
        <translation>Den Ausgang jeder ausgewählten Schicht mit dem Eingang der nächsten</translation>
    </message>
    <message>
        <source>Add a reroute point</source>
        <translation>Umleitungspunkt hinzufügen</translation>
    </message>
    <message>
        <source>In the middle of the selected connection</source>
        <translation>In der Mitte der ausgewählten Verbindung</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Draw a frame with a title around the selected layers</source>
        <translation>Einen Rahmen mit Titel um die ausgewählten Schichten zeichnen</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Lay this sheet out anew</source>
        <translation>Dieses Blatt neu anordnen</translation>
    </message>
    <message>
        <source>Apply the first fix</source>
        <translation>Erste Abhilfe anwenden</translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation>Ctrl+.</translation>
    </message>
    <message>
        <source>Mend the problem of the selected layer as it suggests</source>
        <translation>Das Problem der ausgewählten Schicht beheben, wie vorgeschlagen</translation>
    </message>
    <message>
        <source>Edit parameters, or open the block</source>
        <translation>Parameter bearbeiten oder Block öffnen</translation>
    </message>
    <message>
        <source>Of the selected layer or note</source>
        <translation>Der ausgewählten Schicht oder Notiz</translation>
    </message>
    <message>
        <source>Fold into a block</source>
        <translation>Zu einem Block falten</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>The selected layers become one block</source>
        <translation>Die ausgewählten Schichten werden ein Block</translation>
    </message>
    <message>
        <source>Unfold the block</source>
        <translation>Block entfalten</translation>
    </message>
    <message>
        <source>Ctrl+Shift+G</source>
        <translation>Ctrl+Shift+G</translation>
    </message>
    <message>
        <source>The layers of the selected block take its place</source>
        <translation>Die Schichten des ausgewählten Blocks nehmen seinen Platz ein</translation>
    </message>
    <message>
        <source>Open the block</source>
        <translation>Block öffnen</translation>
    </message>
    <message>
        <source>Show its own sheet</source>
        <translation>Sein eigenes Blatt zeigen</translation>
    </message>
    <message>
        <source>Leave the block</source>
        <translation>Block verlassen</translation>
    </message>
    <message>
        <source>Show the sheet that uses it</source>
        <translation>Das Blatt zeigen, das ihn benutzt</translation>
    </message>
    <message>
        <source>Move into the selected block</source>
        <translation>In den ausgewählten Block verschieben</translation>
    </message>
    <message>
        <source>The other selected layers move onto its sheet</source>
        <translation>Die anderen ausgewählten Schichten wandern auf sein Blatt</translation>
    </message>
    <message>
        <source>Move out of the block</source>
        <translation>Aus dem Block verschieben</translation>
    </message>
    <message>
        <source>The selected layers move to the sheet that uses it</source>
        <translation>Die ausgewählten Schichten wandern auf das Blatt, das ihn benutzt</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show the whole drawing</source>
        <translation>Die ganze Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Show the drawing at 100 %</source>
        <translation>Die Zeichnung bei 100 % zeigen</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Show the drawing larger</source>
        <translation>Die Zeichnung größer zeigen</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show the drawing smaller</source>
        <translation>Die Zeichnung kleiner zeigen</translation>
    </message>
    <message>
        <source>Select one connection after the other, beginning with the selected layer</source>
        <translation>Eine Verbindung nach der anderen auswählen, zuerst die der ausgewählten Schicht</translation>
    </message>
    <message>
        <source>Next connection</source>
        <translation>Nächste Verbindung</translation>
    </message>
    <message>
        <source>Previous connection</source>
        <translation>Vorige Verbindung</translation>
    </message>
    <message>
        <source>Select one comment or frame after the other</source>
        <translation>Einen Kommentar oder Rahmen nach dem anderen auswählen</translation>
    </message>
    <message>
        <source>Next note</source>
        <translation>Nächste Notiz</translation>
    </message>
    <message>
        <source>Previous note</source>
        <translation>Vorige Notiz</translation>
    </message>
</context>
<context>
    <name>fovea::CanvasController</name>
    <message>
        <source>A block cannot hold itself.</source>
        <translation>Ein Block kann nicht sich selbst enthalten.</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Select the layers first that the block shall hold.</source>
        <translation>Wählen Sie zuerst die Schichten aus, die der Block enthalten soll.</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Select a block first: its content replaces it.</source>
        <translation>Wählen Sie zuerst einen Block aus: Sein Inhalt tritt an seine Stelle.</translation>
    </message>
    <message>
        <source>%1 parts are blocks now, of %2 kinds. Enter opens the selected one, Ctrl+Z takes it all back.</source>
        <translation>%1 Teile sind jetzt Blöcke, von %2 Arten. Enter öffnet den ausgewählten, Strg+Z nimmt alles zurück.</translation>
    </message>
    <message>
        <source>Rename the block</source>
        <translation>Den Block umbenennen</translation>
    </message>
    <message>
        <source>Select one block, and with it the layers that shall go into it.</source>
        <translation>Wählen Sie einen Block aus und mit ihm die Schichten, die hinein sollen.</translation>
    </message>
    <message>
        <source>Moved into %1, which is a block of its own now; its other uses are as they were.</source>
        <translation>In %1 verschoben, das jetzt ein eigener Block ist; seine anderen Verwendungen sind wie zuvor.</translation>
    </message>
    <message>
        <source>Moved into %1. It stands below what was there.</source>
        <translation>In %1 verschoben. Es steht unter dem, was dort war.</translation>
    </message>
    <message>
        <source>This is the network&apos;s own sheet: it leads out of no block.</source>
        <translation>Dies ist das Blatt des Netzes selbst: Es führt aus keinem Block hinaus.</translation>
    </message>
    <message>
        <source>Select the layers first that shall leave the block.</source>
        <translation>Wählen Sie zuerst die Schichten aus, die den Block verlassen sollen.</translation>
    </message>
    <message>
        <source>The block is in the palette now, under “My blocks”, for every network.</source>
        <translation>Der Block steht jetzt in der Palette unter „Meine Blöcke“, für jedes Netz.</translation>
    </message>
    <message>
        <source>Nothing is selected. Click a layer first, or select all with Ctrl+A.</source>
        <translation>Nichts ist ausgewählt. Klicken Sie zuerst eine Schicht an, oder wählen Sie mit Strg+A alles aus.</translation>
    </message>
    <message>
        <source>The clipboard holds no layers. Copy some with Ctrl+C first.</source>
        <translation>Die Zwischenablage enthält keine Schichten. Kopieren Sie zuerst welche mit Strg+C.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Select two or more layers first, in the order in which data shall flow.</source>
        <translation>Wählen Sie zuerst zwei oder mehr Schichten aus, in der Reihenfolge, in der die Daten fließen sollen.</translation>
    </message>
    <message>
        <source>%1 cannot be connected with %2: it has no such port, or the data would run in a circle.</source>
        <translation>%1 kann nicht mit %2 verbunden werden: Es hat keinen solchen Anschluss, oder die Daten liefen im Kreis.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Select a connection or one layer first: it gets a reroute point.</source>
        <translation>Wählen Sie zuerst eine Verbindung oder eine Schicht aus: Sie bekommt einen Umlenkpunkt.</translation>
    </message>
    <message>
        <source>Putting %1 layers in order…</source>
        <translation>%1 Schichten werden geordnet…</translation>
    </message>
    <message>
        <source>Select the layers first that the frame shall hold.</source>
        <translation>Wählen Sie zuerst die Schichten aus, die der Rahmen enthalten soll.</translation>
    </message>
    <message>
        <source>Resize a note</source>
        <translation>Größe einer Notiz ändern</translation>
    </message>
    <message>
        <source>This sheet has no connections.</source>
        <translation>Dieses Blatt hat keine Verbindungen.</translation>
    </message>
    <message>
        <source>This sheet has no comments or frames.</source>
        <translation>Dieses Blatt hat keine Kommentare oder Rahmen.</translation>
    </message>
    <message>
        <source>The inputs and outputs of a block belong to its sheet: they are not copied or cut.</source>
        <translation>Die Ein- und Ausgänge eines Blocks gehören zu seinem Blatt: Sie werden nicht kopiert oder ausgeschnitten.</translation>
    </message>
    <message>
        <source>The layers whose weights were used did not come along. These have weights of their own: %1.</source>
        <translation>Die Schichten, deren Gewichte benutzt wurden, kamen nicht mit. Diese haben eigene Gewichte: %1.</translation>
    </message>
</context>
<context>
    <name>fovea::CanvasScene</name>
    <message>
        <source>The shape is not known yet</source>
        <translation>Die Form ist noch nicht bekannt</translation>
    </message>
</context>
<context>
    <name>fovea::ChannelInspector</name>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <source>unit %1</source>
        <translation>Einheit %1</translation>
    </message>
    <message>
        <source>No layer yet</source>
        <translation>Noch keine Schicht</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · whole layer</source>
        <translation>%1 · ganze Schicht</translation>
    </message>
    <message>
        <source>%1 of %2 channels are zero everywhere for this picture.</source>
        <translation>%1 von %2 Kanälen sind bei diesem Bild überall null.</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 at (%2, %3) = %4</source>
        <translation>%1 bei (%2, %3) = %4</translation>
    </message>
    <message>
        <source>Point at a picture to read its values</source>
        <translation>Auf ein Bild zeigen, um Werte zu lesen</translation>
    </message>
    <message>
        <source>Choose a checkpoint to look into</source>
        <translation>Wählen Sie einen Checkpoint, um hineinzusehen</translation>
    </message>
</context>
<context>
    <name>fovea::CheckpointBox</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source> (best)</source>
        <translation> (bester)</translation>
    </message>
    <message>
        <source>Validation accuracy %1 %, step %2</source>
        <translation>Genauigkeit der Validierung %1 %, Schritt %2</translation>
    </message>
    <message>
        <source> (best, kept)</source>
        <translation> (bester, bleibt)</translation>
    </message>
    <message>
        <source> (kept)</source>
        <translation> (bleibt)</translation>
    </message>
</context>
<context>
    <name>fovea::CheckpointRows</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>epoch %1, step %2</source>
        <translation>Epoche %1, Schritt %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
</context>
<context>
    <name>fovea::CheckpointSection</name>
    <message>
        <source>Checkpoints of the run</source>
        <translation>Checkpoints des Laufs</translation>
    </message>
    <message>
        <source>Keep the chosen checkpoint</source>
        <translation>Den gewählten Checkpoint behalten</translation>
    </message>
    <message>
        <source>Continue from the chosen checkpoint</source>
        <translation>Vom gewählten Checkpoint fortsetzen</translation>
    </message>
    <message>
        <source>Show the checkpoints</source>
        <translation>Die Checkpoints zeigen</translation>
    </message>
    <message>
        <source>Fold the checkpoints away</source>
        <translation>Die Checkpoints wegklappen</translation>
    </message>
    <message>
        <source>folded away</source>
        <translation>weggeklappt</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
    <message>
        <source>Checkpoints · %1</source>
        <translation>Checkpoints · %1</translation>
    </message>
    <message>
        <source>Let the rules delete this checkpoint again, as any other</source>
        <translation>Die Regeln dürfen diesen Checkpoint wieder löschen wie jeden anderen</translation>
    </message>
    <message>
        <source>Keep this checkpoint whatever the rules for deleting old ones say</source>
        <translation>Diesen Checkpoint behalten, was auch immer die Regeln für das Löschen alter sagen</translation>
    </message>
    <message>
        <source>No longer keep the chosen checkpoint</source>
        <translation>Den gewählten Checkpoint nicht mehr behalten</translation>
    </message>
    <message>
        <source>No longer keep it</source>
        <translation>Nicht mehr behalten</translation>
    </message>
    <message>
        <source>Keep this checkpoint</source>
        <translation>Diesen Checkpoint behalten</translation>
    </message>
    <message>
        <source>Goes on with this run.</source>
        <translation>Setzt diesen Lauf fort.</translation>
    </message>
    <message>
        <source>Starts a new run with the curves up to here; this one stays as it is.</source>
        <translation>Beginnt einen neuen Lauf mit den Kurven bis hierher; dieser bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>Branch from the chosen checkpoint</source>
        <translation>Vom gewählten Checkpoint abzweigen</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Von hier fortsetzen</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Von hier abzweigen</translation>
    </message>
    <message>
        <source>Checkpoints · %1 · %2 kept</source>
        <translation>Checkpoints · %1 · %2 behalten</translation>
    </message>
    <message>
        <source>Inspect the chosen checkpoint</source>
        <translation>Gewählten Checkpoint im Einblick zeigen</translation>
    </message>
    <message>
        <source>Inspect it</source>
        <translation>Im Einblick zeigen</translation>
    </message>
    <message>
        <source>Look inside the network with the weights of this checkpoint</source>
        <translation>In das Netz mit den Gewichten dieses Checkpoints hineinsehen</translation>
    </message>
</context>
<context>
    <name>fovea::ClassTable</name>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überdeckung</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>The harmonic mean of precision and recall</source>
        <translation>Das harmonische Mittel von Präzision und Trefferquote</translation>
    </message>
    <message>
        <source>Right among those taken for the class</source>
        <translation>Richtige unter denen, die für die Klasse gehalten wurden</translation>
    </message>
    <message>
        <source>Right among those of the class</source>
        <translation>Richtige unter denen der Klasse</translation>
    </message>
    <message>
        <source>What is both, by what is either: intersection over union</source>
        <translation>Was beides ist, durch das, was eines davon ist: Schnitt durch Vereinigung</translation>
    </message>
    <message>
        <source>Average precision: the area under the precision-recall curve</source>
        <translation>Mittlere Präzision: die Fläche unter der Kurve von Präzision und Trefferquote</translation>
    </message>
    <message>
        <source>Samples of the class</source>
        <translation>Beispiele der Klasse</translation>
    </message>
    <message>
        <source>Scores by class</source>
        <translation>Werte nach Klassen</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>AUC</source>
        <translation>AUC</translation>
    </message>
    <message>
        <source>The area under the ROC curve: the chance that a sample of the class scores higher than one of another</source>
        <translation>Die Fläche unter der ROC-Kurve: wie wahrscheinlich ein Beispiel der Klasse höher bewertet wird als eines einer anderen</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
</context>
<context>
    <name>fovea::CloudLegend</name>
    <message>
        <source>What the colours mean</source>
        <translation>Bedeutung der Farben</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
</context>
<context>
    <name>fovea::ClusterDialog</name>
    <message>
        <source>that of the partition</source>
        <translation>die der Partition</translation>
    </message>
    <message>
        <source>the default one</source>
        <translation>die übliche</translation>
    </message>
    <message>
        <source>the default, or as 64G</source>
        <translation>der übliche, oder etwa 64G</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Train on a cluster</source>
        <translation>Auf einem Cluster trainieren</translation>
    </message>
    <message>
        <source>Slurm starts this script on its machines, where Fovea and the project must lie under these paths. Each rank computes its part of every batch.</source>
        <translation>Slurm startet dieses Skript auf seinen Maschinen; dort müssen Fovea und das Projekt unter diesen Pfaden liegen. Jeder Rang rechnet seinen Teil jedes Batches.</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>Ranks on each</source>
        <translation>Ränge auf jeder</translation>
    </message>
    <message>
        <source>Threads of each rank</source>
        <translation>Threads je Rang</translation>
    </message>
    <message>
        <source>GPUs of each machine</source>
        <translation>GPUs je Maschine</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Program there</source>
        <translation>Programm dort</translation>
    </message>
    <message>
        <source>Project there</source>
        <translation>Projekt dort</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>Skript speichern</translation>
    </message>
    <message>
        <source>Shell scripts (*.sh)</source>
        <translation>Shell-Skripte (*.sh)</translation>
    </message>
</context>
<context>
    <name>fovea::CommandPalette</name>
    <message>
        <source>Find an action, a layer, a run, a data set</source>
        <translation>Eine Aktion, eine Schicht, einen Lauf, einen Datensatz finden</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
</context>
<context>
    <name>fovea::CompareDialog</name>
    <message>
        <source>Compare the drawing with</source>
        <translation>Die Zeichnung vergleichen mit</translation>
    </message>
    <message>
        <source>Search runs and standard networks</source>
        <translation>Läufe und Standardnetze suchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Netze</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Run %1 · %2</source>
        <translation>Lauf %1 · %2</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
</context>
<context>
    <name>fovea::ComparePanel</name>
    <message>
        <source>End the comparison (Escape)</source>
        <translation>Den Vergleich beenden (Esc)</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>Den Vergleich beenden</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>Verglichen mit %1</translation>
    </message>
    <message>
        <source>There is no difference: the same layers with the same parameters.</source>
        <translation>Es gibt keinen Unterschied: dieselben Schichten mit denselben Parametern.</translation>
    </message>
    <message>
        <source>%1 added, %2 removed and %3 changed layers; %4 edges differ.</source>
        <translation>%1 Schichten hinzugefügt, %2 entfernt und %3 geändert; %4 Kanten sind anders.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Only in the drawing</source>
        <translation>Nur in der Zeichnung</translation>
    </message>
    <message>
        <source>Only in the other network: drawn in dashes where it stood; a layer next to it is shown</source>
        <translation>Nur im anderen Netz: gestrichelt gezeichnet, wo sie stand; eine Schicht daneben wird gezeigt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Other in the drawing</source>
        <translation>In der Zeichnung anders</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>An edge of the drawing</source>
        <translation>Eine Kante der Zeichnung</translation>
    </message>
    <message>
        <source>An edge of the other network</source>
        <translation>Eine Kante des anderen Netzes</translation>
    </message>
</context>
<context>
    <name>fovea::CopyMenu</name>
    <message>
        <source>The picture was not saved</source>
        <translation>Das Bild wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Das Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.bmp)</source>
        <translation>Bilder (*.png *.jpg *.bmp)</translation>
    </message>
    <message>
        <source>Choose a name that ends in .png, .jpg or .bmp.</source>
        <translation>Wählen Sie einen Namen, der auf .png, .jpg oder .bmp endet.</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Das Bild kopieren</translation>
    </message>
    <message>
        <source>Save the picture…</source>
        <translation>Das Bild speichern…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::CrosshairOverlay</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::DataPanel</name>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Samples that were left out</source>
        <translation>Ausgelassene Beispiele</translation>
    </message>
    <message>
        <source>Which they are, why, and what can be done</source>
        <translation>Welche es sind, warum, und was man tun kann</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>Beispiele jeder Klasse</translation>
    </message>
    <message>
        <source>Click a class to see its samples alone</source>
        <translation>Klicken Sie eine Klasse an, um nur ihre Beispiele zu sehen</translation>
    </message>
    <message>
        <source>Samples by size</source>
        <translation>Beispiele nach Größe</translation>
    </message>
    <message>
        <source>Samples by brightness</source>
        <translation>Beispiele nach Helligkeit</translation>
    </message>
    <message>
        <source>Mean image</source>
        <translation>Mittleres Bild</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Longer side in pixels</source>
        <translation>Längere Seite in Pixeln</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Imported as</source>
        <translation>Importiert als</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Up to %1</source>
        <translation>Bis %1</translation>
    </message>
    <message>
        <source>Each has</source>
        <translation>Jedes hat</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>They stand beside what was imported, which is not changed</source>
        <translation>Sie stehen neben dem Importierten, das unverändert bleibt</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>1 entry was left out…</source>
        <translation>1 Eintrag wurde ausgelassen…</translation>
    </message>
    <message>
        <source>%1 entries were left out…</source>
        <translation>%1 Einträge wurden ausgelassen…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>A part of each sample; an Input layer of this name reads it</source>
        <translation>Ein Teil jedes Beispiels; eine Eingabeschicht dieses Namens liest ihn</translation>
    </message>
</context>
<context>
    <name>fovea::DataWorkspace</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>No sample is like that</source>
        <translation>Kein Beispiel ist so</translation>
    </message>
    <message>
        <source>Take a filter away to see more of the data set.</source>
        <translation>Nehmen Sie einen Filter weg, um mehr vom Datensatz zu sehen.</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
    <message>
        <source>Import a folder of samples: it is looked into first, and nothing is written before you have seen what was found.</source>
        <translation>Importieren Sie einen Ordner mit Beispielen: Er wird zuerst angesehen, und nichts wird geschrieben, bevor Sie gesehen haben, was gefunden wurde.</translation>
    </message>
    <message>
        <source>Import data…</source>
        <translation>Daten importieren…</translation>
    </message>
    <message>
        <source>Show all samples</source>
        <translation>Alle Beispiele zeigen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>The data set that is shown here; Train chooses the one that it trains on</source>
        <translation>Der Datensatz, der hier gezeigt wird; im Training wird gewählt, womit trainiert wird</translation>
    </message>
    <message>
        <source>“%1” is “%2” now.</source>
        <translation>„%1“ heißt jetzt „%2“.</translation>
    </message>
    <message>
        <source>The removed data sets are deleted.</source>
        <translation>Die entfernten Datensätze sind gelöscht.</translation>
    </message>
    <message>
        <source>Makes a data set from files</source>
        <translation>Macht aus Dateien einen Datensatz</translation>
    </message>
    <message>
        <source>Export the view as a data set…</source>
        <translation>Die Ansicht als Datensatz exportieren…</translation>
    </message>
    <message>
        <source>Export view…</source>
        <translation>Ansicht exportieren…</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Writes the samples that are shown as a data set of their own</source>
        <translation>Schreibt die gezeigten Beispiele als eigenen Datensatz</translation>
    </message>
    <message>
        <source>Relabel the selected samples…</source>
        <translation>Ausgewählte Beispiele neu beschriften…</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Chooses their class</source>
        <translation>Wählt ihre Klasse</translation>
    </message>
    <message>
        <source>Move the selected samples…</source>
        <translation>Ausgewählte Beispiele verschieben…</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Chooses their split</source>
        <translation>Wählt ihren Split</translation>
    </message>
    <message>
        <source>Leave out the selected samples</source>
        <translation>Ausgewählte Beispiele auslassen</translation>
    </message>
    <message>
        <source>They stay in the data set, and no run trains on them</source>
        <translation>Sie bleiben im Datensatz, und kein Lauf trainiert mit ihnen</translation>
    </message>
    <message>
        <source>Take back the selected samples</source>
        <translation>Ausgewählte Beispiele zurücknehmen</translation>
    </message>
    <message>
        <source>Samples that were left out count again</source>
        <translation>Ausgelassene Beispiele zählen wieder</translation>
    </message>
    <message>
        <source>Data set %1</source>
        <translation>Datensatz %1</translation>
    </message>
    <message>
        <source>No project is open.</source>
        <translation>Kein Projekt ist offen.</translation>
    </message>
    <message>
        <source>Data belongs to a project: open or create one first.</source>
        <translation>Daten gehören zu einem Projekt: Öffnen oder erstellen Sie zuerst eines.</translation>
    </message>
    <message>
        <source>Go to Home</source>
        <translation>Zum Start</translation>
    </message>
    <message>
        <source>No sample is damaged.</source>
        <translation>Kein Beispiel ist beschädigt.</translation>
    </message>
    <message>
        <source>All %1 were read and are what was written.</source>
        <translation>Alle %1 wurden gelesen und sind, was geschrieben wurde.</translation>
    </message>
    <message>
        <source>1 sample is damaged.</source>
        <translation>1 Beispiel ist beschädigt.</translation>
    </message>
    <message>
        <source>%1 samples are damaged.</source>
        <translation>%1 Beispiele sind beschädigt.</translation>
    </message>
    <message>
        <source>Of %1: they cannot be trained on. Leave them out, or import them again.</source>
        <translation>Von %1: Mit ihnen kann nicht trainiert werden. Lassen Sie sie aus, oder importieren Sie sie neu.</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Its files are where they were, in %1.</source>
        <translation>Seine Dateien liegen, wo sie waren, in %1.</translation>
    </message>
    <message>
        <source>Runs that were trained on it stay, but cannot be continued without it.</source>
        <translation>Läufe, die damit trainiert wurden, bleiben, können ohne ihn aber nicht fortgesetzt werden.</translation>
    </message>
    <message>
        <source>The next run trains on “%1”.</source>
        <translation>Der nächste Lauf trainiert mit „%1“.</translation>
    </message>
    <message>
        <source>“%1” is removed.</source>
        <translation>„%1“ ist entfernt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Export the view</source>
        <translation>Die Ansicht exportieren</translation>
    </message>
    <message>
        <source>Name of the new data set with %1 samples</source>
        <translation>Name des neuen Datensatzes mit %1 Beispielen</translation>
    </message>
    <message>
        <source>%1 part</source>
        <translation>%1 Teil</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>The data set %1 is written.</source>
        <translation>Der Datensatz %1 ist geschrieben.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>New class…</source>
        <translation>Neue Klasse…</translation>
    </message>
    <message>
        <source>New class</source>
        <translation>Neue Klasse</translation>
    </message>
    <message>
        <source>Name of the class of the selected samples</source>
        <translation>Name der Klasse der ausgewählten Beispiele</translation>
    </message>
    <message>
        <source>Relabel</source>
        <translation>Neu beschriften</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Verschieben nach</translation>
    </message>
    <message>
        <source>Leave out	Del</source>
        <translation>Auslassen	Entf</translation>
    </message>
    <message>
        <source>Take back	Shift+Del</source>
        <translation>Zurücknehmen	Umschalt+Entf</translation>
    </message>
    <message>
        <source>Show large	Enter</source>
        <translation>Groß zeigen	Enter</translation>
    </message>
    <message>
        <source>Tag the selected samples…</source>
        <translation>Ausgewählte Beispiele mit Stichworten versehen…</translation>
    </message>
    <message>
        <source>T</source>
        <translation>T</translation>
    </message>
    <message>
        <source>Words by which they are found again; networks do not see them</source>
        <translation>Wörter, unter denen sie wiedergefunden werden; Netze sehen sie nicht</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichworte</translation>
    </message>
    <message>
        <source>One of the selected samples stays.</source>
        <translation>Eines der ausgewählten Beispiele bleibt.</translation>
    </message>
    <message>
        <source>%1 of the selected samples stay.</source>
        <translation>%1 der ausgewählten Beispiele bleiben.</translation>
    </message>
    <message>
        <source>One of each group of duplicates is kept.</source>
        <translation>Je Gruppe von Duplikaten wird eines behalten.</translation>
    </message>
    <message>
        <source>1 damaged sample is not in it.</source>
        <translation>1 beschädigtes Beispiel ist nicht darin.</translation>
    </message>
    <message>
        <source>%1 damaged samples are not in it.</source>
        <translation>%1 beschädigte Beispiele sind nicht darin.</translation>
    </message>
</context>
<context>
    <name>fovea::DatasetMenu</name>
    <message>
        <source>More about the data set</source>
        <translation>Mehr zum Datensatz</translation>
    </message>
    <message>
        <source>Train on this data set, rename it, show its folder, remove it or put one back</source>
        <translation>Mit diesem Datensatz trainieren, ihn umbenennen, seinen Ordner zeigen, ihn entfernen oder einen zurückholen</translation>
    </message>
    <message>
        <source>Train on this data set</source>
        <translation>Mit diesem Datensatz trainieren</translation>
    </message>
    <message>
        <source>The next run trains on it; Train can choose another</source>
        <translation>Der nächste Lauf trainiert damit; im Training kann ein anderer gewählt werden</translation>
    </message>
    <message>
        <source>Rename the data set…</source>
        <translation>Den Datensatz umbenennen…</translation>
    </message>
    <message>
        <source>Another name in the project; runs that were trained on it follow</source>
        <translation>Ein anderer Name im Projekt; Läufe, die damit trainiert wurden, folgen</translation>
    </message>
    <message>
        <source>Show the folder of the data set</source>
        <translation>Den Ordner des Datensatzes zeigen</translation>
    </message>
    <message>
        <source>Where its files lie</source>
        <translation>Wo seine Dateien liegen</translation>
    </message>
    <message>
        <source>Remove the data set</source>
        <translation>Den Datensatz entfernen</translation>
    </message>
    <message>
        <source>It can be put back</source>
        <translation>Er kann zurückgeholt werden</translation>
    </message>
    <message>
        <source>Put back a removed data set</source>
        <translation>Einen entfernten Datensatz zurückholen</translation>
    </message>
    <message>
        <source>The latest of each name</source>
        <translation>Von jedem Namen der letzte</translation>
    </message>
    <message>
        <source>Delete removed data sets for good…</source>
        <translation>Entfernte Datensätze endgültig löschen…</translation>
    </message>
    <message>
        <source>Asks before</source>
        <translation>Fragt vorher</translation>
    </message>
    <message>
        <source>The next run trains on it</source>
        <translation>Der nächste Lauf trainiert damit</translation>
    </message>
    <message>
        <source>Rename the data set</source>
        <translation>Den Datensatz umbenennen</translation>
    </message>
    <message>
        <source>Name of the data set</source>
        <translation>Name des Datensatzes</translation>
    </message>
    <message>
        <source>Delete removed data sets?</source>
        <translation>Entfernte Datensätze löschen?</translation>
    </message>
    <message>
        <source>%1: the files are deleted for good. What they were imported from stays.</source>
        <translation>%1: Die Dateien werden endgültig gelöscht. Woraus sie importiert wurden, bleibt.</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
</context>
<context>
    <name>fovea::DatasetService</name>
    <message>
        <source>Emptying the trash</source>
        <translation>Der Papierkorb wird geleert</translation>
    </message>
</context>
<context>
    <name>fovea::DecisionList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Import as: %1</source>
        <translation>Importieren als: %1</translation>
    </message>
    <message>
        <source>What was decided about the data</source>
        <translation>Was über die Daten entschieden wurde</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Goes to the option that decides it</source>
        <translation>Geht zur Option, die es entscheidet</translation>
    </message>
    <message>
        <source>Change: %1</source>
        <translation>Ändern: %1</translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>Grund: %1</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>Antwort: %1</translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation>Was entschieden wurde</translation>
    </message>
</context>
<context>
    <name>fovea::DevicePanel</name>
    <message>
        <source>Devices compared</source>
        <translation>Geräte im Vergleich</translation>
    </message>
    <message>
        <source>The other device</source>
        <translation>Das andere Gerät</translation>
    </message>
    <message>
        <source>The sample runs here and there, and each layer&apos;s outputs are compared</source>
        <translation>Das Beispiel läuft hier und dort, und die Ausgaben jeder Schicht werden verglichen</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>Fortschritt des Vergleichs</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>Length of the difference by the length of the layer&apos;s output</source>
        <translation>Länge der Differenz, geteilt durch die Länge der Ausgabe der Schicht</translation>
    </message>
    <message>
        <source>The largest error that roundings explain</source>
        <translation>Der größte Fehler, den Rundungen erklären</translation>
    </message>
    <message>
        <source>Errors by layer, largest first</source>
        <translation>Fehler je Schicht, der größte zuerst</translation>
    </message>
    <message>
        <source>Largest at number %1: %2 here, %3 there</source>
        <translation>Am größten bei Zahl %1: hier %2, dort %3</translation>
    </message>
    <message>
        <source>%1 places have a number on one device only</source>
        <translation>%1 Stellen haben nur auf einem Gerät eine Zahl</translation>
    </message>
    <message>
        <source>“%1” is the first layer that differs by more than roundings explain.</source>
        <translation>„%1“ ist die erste Schicht, die sich um mehr unterscheidet, als Rundungen erklären.</translation>
    </message>
    <message>
        <source>They agree: roundings explain every difference. The largest is %1.</source>
        <translation>Sie stimmen überein: Rundungen erklären jeden Unterschied. Der größte ist %1.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>This machine has no other device</source>
        <translation>Dieser Rechner hat kein anderes Gerät</translation>
    </message>
</context>
<context>
    <name>fovea::DoctorPage</name>
    <message>
        <source>Not diagnosed</source>
        <translation>Nicht untersucht</translation>
    </message>
    <message>
        <source>The records of the run, its layers on a few batches and its data are read for signs of common faults.</source>
        <translation>Die Aufzeichnungen des Laufs, seine Schichten auf einigen Batches und seine Daten werden auf Zeichen häufiger Fehler geprüft.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Nothing looks wrong</source>
        <translation>Nichts sieht falsch aus</translation>
    </message>
    <message>
        <source>Diagnose again</source>
        <translation>Neu untersuchen</translation>
    </message>
    <message>
        <source>Diagnose</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Progress of the diagnosis</source>
        <translation>Fortschritt der Untersuchung</translation>
    </message>
    <message>
        <source>Samples of the finding</source>
        <translation>Beispiele zum Befund</translation>
    </message>
    <message>
        <source>Diagnosing %1</source>
        <translation>%1 wird untersucht</translation>
    </message>
    <message>
        <source>Looked at %1 points and %2 epochs of the curves.</source>
        <translation>%1 Punkte und %2 Epochen der Kurven wurden angesehen.</translation>
    </message>
    <message>
        <source>%1 layers were run on %2 training samples.</source>
        <translation>%1 Schichten wurden auf %2 Trainingsbeispielen berechnet.</translation>
    </message>
    <message>
        <source>%1 samples of the data set were compared with each other.</source>
        <translation>%1 Beispiele des Datensatzes wurden miteinander verglichen.</translation>
    </message>
    <message>
        <source>Not looked at: %1</source>
        <translation>Nicht angesehen: %1</translation>
    </message>
    <message>
        <source>One finding in %1</source>
        <translation>Ein Befund in %1</translation>
    </message>
    <message numerus="yes">
        <source>%n findings in %1</source>
        <translation>
            <numerusform>%n Befund in %1</numerusform>
            <numerusform>%n Befunde in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing looks wrong with %1</source>
        <translation>An %1 sieht nichts falsch aus</translation>
    </message>
    <message>
        <source>One sample</source>
        <translation>Ein Beispiel</translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n Beispiel</numerusform>
            <numerusform>%n Beispiele</numerusform>
        </translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>A finding about samples shows them here.</source>
        <translation>Ein Befund über Beispiele zeigt sie hier.</translation>
    </message>
    <message>
        <source>Looked at %1 points and one epoch of the curves.</source>
        <translation>%1 Punkte und eine Epoche der Kurven wurden angesehen.</translation>
    </message>
</context>
<context>
    <name>fovea::DrawingPad</name>
    <message>
        <source>Drawing pad</source>
        <translation>Zeichenfläche</translation>
    </message>
    <message>
        <source>Arrow keys move the pen, the space bar lowers and lifts it, Delete clears</source>
        <translation>Pfeiltasten bewegen den Stift, die Leertaste senkt und hebt ihn, Entf leert</translation>
    </message>
</context>
<context>
    <name>fovea::EditBuilders</name>
    <message>
        <source>frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Notizen</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Insert %1</source>
        <translation>%1 einfügen</translation>
    </message>
    <message>
        <source>Add a reroute point</source>
        <translation>Einen Umlenkpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>Neu verbinden</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n Verbindung</numerusform>
            <numerusform>%n Verbindungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Add a comment</source>
        <translation>Einen Kommentar hinzufügen</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>%1 rahmen</translation>
    </message>
    <message>
        <source>Freeze weights</source>
        <translation>Gewichte einfrieren</translation>
    </message>
    <message>
        <source>Let weights learn</source>
        <translation>Gewichte lernen lassen</translation>
    </message>
</context>
<context>
    <name>fovea::EndingDialog</name>
    <message>
        <source>Close Fovea</source>
        <translation>Fovea schließen</translation>
    </message>
    <message>
        <source>Open another project</source>
        <translation>Ein anderes Projekt öffnen</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>A run that is stopped keeps a checkpoint and can be continued.</source>
        <translation>Ein gestoppter Lauf behält einen Checkpoint und kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Stoppen und schließen</translation>
    </message>
    <message>
        <source>Stop and go on</source>
        <translation>Stoppen und weiter</translation>
    </message>
    <message>
        <source>Close when done</source>
        <translation>Schließen, wenn fertig</translation>
    </message>
    <message>
        <source>Go on when done</source>
        <translation>Weiter, wenn fertig</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Save the run now that there is room</source>
        <translation>Den Lauf speichern, da jetzt Platz ist</translation>
    </message>
    <message>
        <source>End without saving</source>
        <translation>Ohne Speichern beenden</translation>
    </message>
    <message>
        <source>Give up what could not be saved, and end the run; earlier checkpoints stay</source>
        <translation>Aufgeben, was nicht gespeichert werden konnte, und den Lauf beenden; frühere Checkpoints bleiben</translation>
    </message>
    <message>
        <source>Make room, and it is saved; or end the run without its last steps.</source>
        <translation>Machen Sie Platz, und er wird gespeichert; oder beenden Sie den Lauf ohne seine letzten Schritte.</translation>
    </message>
    <message>
        <source>This is still going on:</source>
        <translation>Dies läuft noch:</translation>
    </message>
    <message>
        <source>Waiting until this is done:</source>
        <translation>Es wird gewartet, bis dies fertig ist:</translation>
    </message>
    <message>
        <source>Stopping:</source>
        <translation>Wird gestoppt:</translation>
    </message>
    <message>
        <source>Run “%1”: %2</source>
        <translation>Lauf „%1“: %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> und %n weiterer</numerusform>
            <numerusform> und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::EvaluationPage</name>
    <message>
        <source>Not evaluated yet</source>
        <translation>Noch nicht ausgewertet</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Evaluate again</source>
        <translation>Neu auswerten</translation>
    </message>
    <message>
        <source>export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Verwechslungen</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>rows %</source>
        <translation>Zeilen %</translation>
    </message>
    <message>
        <source>columns %</source>
        <translation>Spalten %</translation>
    </message>
    <message>
        <source>Truth and answer</source>
        <translation>Wahrheit und Antwort</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>Nach Klassen</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Progress of the evaluation</source>
        <translation>Fortschritt der Auswertung</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>Compare with another checkpoint</source>
        <translation>Mit einem anderen Checkpoint vergleichen</translation>
    </message>
    <message>
        <source>Which samples are right here and wrong there, and the other way</source>
        <translation>Welche Beispiele hier richtig und dort falsch sind, und umgekehrt</translation>
    </message>
    <message>
        <source>Figures as JSON…</source>
        <translation>Kennzahlen als JSON…</translation>
    </message>
    <message>
        <source>Samples as CSV…</source>
        <translation>Beispiele als CSV…</translation>
    </message>
    <message>
        <source>Classes as CSV…</source>
        <translation>Klassen als CSV…</translation>
    </message>
    <message>
        <source>Report as PDF…</source>
        <translation>Bericht als PDF…</translation>
    </message>
    <message>
        <source>Confusion matrix: rows are classes, columns what they are taken for</source>
        <translation>Verwechslungsmatrix: Zeilen sind Klassen, Spalten das, wofür sie gehalten werden</translation>
    </message>
    <message>
        <source>Figures of the matrix</source>
        <translation>Zahlen der Matrix</translation>
    </message>
    <message>
        <source>Answers over true values</source>
        <translation>Antworten über wahren Werten</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>How often answers are right, over how sure they are</source>
        <translation>Wie oft Antworten richtig sind, über ihrer Sicherheit</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>%1 is not evaluated yet</source>
        <translation>%1 ist noch nicht ausgewertet</translation>
    </message>
    <message>
        <source>All %2 samples go through %1 in the background, and the result is kept with the project.</source>
        <translation>Alle %2 Beispiele laufen im Hintergrund durch %1, und das Ergebnis bleibt beim Projekt.</translation>
    </message>
    <message>
        <source>Evaluating %1 on %2</source>
        <translation>%1 wird auf %2 ausgewertet</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>%1 %, %2 s left</source>
        <translation>%1 %, noch %2 s</translation>
    </message>
    <message>
        <source>%1 %, %2 min left</source>
        <translation>%1 %, noch %2 min</translation>
    </message>
    <message>
        <source>Evaluating %1 to compare</source>
        <translation>%1 wird zum Vergleich ausgewertet</translation>
    </message>
    <message>
        <source>The data set was corrected since.</source>
        <translation>Der Datensatz wurde seitdem berichtigt.</translation>
    </message>
    <message>
        <source>pixels; %1 wrong</source>
        <translation>Pixel; %1 falsch</translation>
    </message>
    <message>
        <source>%1 wrong</source>
        <translation>%1 falsch</translation>
    </message>
    <message>
        <source>the first %1 samples</source>
        <translation>die ersten %1 Beispiele</translation>
    </message>
    <message>
        <source>one dot a sample; on the line both are the same</source>
        <translation>ein Punkt je Beispiel; auf der Linie sind beide gleich</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The share that is right</source>
        <translation>Der richtige Anteil</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>Right here, wrong in %1</source>
        <translation>Hier richtig, falsch in %1</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Wrong here, right in %1</source>
        <translation>Hier falsch, richtig in %1</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>The share of samples for which both predict the same class; p = %1 by McNemar&apos;s test</source>
        <translation>Der Anteil der Beispiele, für die beide dieselbe Klasse vorhersagen; p = %1 nach McNemars Test</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Mean over the samples</source>
        <translation>Mittel über die Beispiele</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Mean over the classes</source>
        <translation>Mittel über die Klassen</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überdeckung</translation>
    </message>
    <message>
        <source>Mean intersection over union</source>
        <translation>Mittlerer Schnitt durch Vereinigung</translation>
    </message>
    <message>
        <source>ROC AUC</source>
        <translation>ROC-AUC</translation>
    </message>
    <message>
        <source>Each class against all others, mean</source>
        <translation>Jede Klasse gegen alle anderen, im Mittel</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Kalibrierungsfehler</translation>
    </message>
    <message>
        <source>How far confidence and accuracy are apart, on average</source>
        <translation>Wie weit Sicherheit und Genauigkeit im Mittel auseinanderliegen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Save the figures</source>
        <translation>Die Kennzahlen speichern</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Save the samples</source>
        <translation>Die Beispiele speichern</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Save the classes</source>
        <translation>Die Klassen speichern</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Den Bericht speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>fovea::EvidenceView</name>
    <message>
        <source>Training and validation loss</source>
        <translation>Trainings- und Validierungsverlust</translation>
    </message>
    <message>
        <source>Training loss, logarithmic</source>
        <translation>Trainingsverlust, logarithmisch</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>Trainingsverlust</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>fovea::ExcitationPanel</name>
    <message>
        <source>Excited most by</source>
        <translation>Am stärksten erregt von</translation>
    </message>
    <message>
        <source>The samples with the largest activations</source>
        <translation>Die Beispiele mit den größten Aktivierungen</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Look through the split</source>
        <translation>Den Split durchsuchen</translation>
    </message>
    <message>
        <source>Choose a channel to see its samples.</source>
        <translation>Wählen Sie einen Kanal, um seine Beispiele zu sehen.</translation>
    </message>
</context>
<context>
    <name>fovea::ExplainedSample</name>
    <message>
        <source>The text shown to the network</source>
        <translation>Der Text, den das Netz sieht</translation>
    </message>
    <message>
        <source>The picture shown to the network</source>
        <translation>Das Bild, das das Netz sieht</translation>
    </message>
    <message>
        <source>This sample cannot be shown as one picture</source>
        <translation>Dieses Beispiel lässt sich nicht als ein Bild zeigen</translation>
    </message>
</context>
<context>
    <name>fovea::ExplanationTile</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Explanation: %1</source>
        <translation>Erklärung: %1</translation>
    </message>
    <message>
        <source>Compares it with explanations by random weights. One that stays the same says nothing of the network.</source>
        <translation>Vergleicht sie mit Erklärungen durch zufällige Gewichte. Eine, die gleich bleibt, sagt nichts über das Netz.</translation>
    </message>
    <message>
        <source>Check %1 against random weights</source>
        <translation>%1 gegen zufällige Gewichte prüfen</translation>
    </message>
    <message>
        <source>What the method says cannot be shown over this sample.</source>
        <translation>Was die Methode sagt, lässt sich über diesem Beispiel nicht zeigen.</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
</context>
<context>
    <name>fovea::ExplanationsCard</name>
    <message>
        <source>Why, side by side</source>
        <translation>Warum, nebeneinander</translation>
    </message>
    <message>
        <source>Layer of Grad-CAM</source>
        <translation>Schicht von Grad-CAM</translation>
    </message>
    <message>
        <source>The layer whose channels Grad-CAM weighs</source>
        <translation>Die Schicht, deren Kanäle Grad-CAM gewichtet</translation>
    </message>
    <message>
        <source>Grad-CAM: last layer</source>
        <translation>Grad-CAM: letzte Schicht</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Working it out: %1 %</source>
        <translation>Wird berechnet: %1 %</translation>
    </message>
    <message>
        <source>Comparing with random weights…</source>
        <translation>Vergleich mit zufälligen Gewichten …</translation>
    </message>
    <message>
        <source>Comparing with random weights: %1 %</source>
        <translation>Vergleich mit zufälligen Gewichten: %1 %</translation>
    </message>
</context>
<context>
    <name>fovea::ExportDialog</name>
    <message>
        <source>Operator set</source>
        <translation>Operatorsatz</translation>
    </message>
    <message>
        <source>Export the network</source>
        <translation>Das Netz exportieren</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Network and weights</source>
        <translation>Netz und Gewichte</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Of ONNX: newer ones know more operators, older ones are read by older programs</source>
        <translation>Von ONNX: Neuere kennen mehr Operatoren, ältere werden von älteren Programmen gelesen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>The drawing, with fresh weights</source>
        <translation>Die Zeichnung, mit frischen Gewichten</translation>
    </message>
    <message>
        <source>The network is written as it was trained in that run, without later changes of the drawing.</source>
        <translation>Das Netz wird geschrieben, wie es in jenem Lauf trainiert wurde, was auch seither gezeichnet wurde.</translation>
    </message>
</context>
<context>
    <name>fovea::FactList</name>
    <message>
        <source>Copy the figures</source>
        <translation>Die Zahlen kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::FieldEditor</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1 (not on this machine)</source>
        <translation>%1 (nicht auf diesem Rechner)</translation>
    </message>
</context>
<context>
    <name>fovea::FigureStrip</name>
    <message>
        <source>Figures of the evaluation</source>
        <translation>Kennzahlen der Auswertung</translation>
    </message>
</context>
<context>
    <name>fovea::FilterBar</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Find what is amiss: damaged, tiny, blank, or there twice</source>
        <translation>Finden, was nicht stimmt: beschädigt, winzig, leer oder doppelt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Shows samples whose longer side is within a range</source>
        <translation>Zeigt Beispiele, deren längere Seite in einem Bereich liegt</translation>
    </message>
    <message>
        <source>Import order</source>
        <translation>Importreihenfolge</translation>
    </message>
    <message>
        <source>In which order samples are shown</source>
        <translation>In welcher Reihenfolge Beispiele gezeigt werden</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Shows the samples of one split</source>
        <translation>Zeigt die Beispiele eines Splits</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Shows the samples of one class</source>
        <translation>Zeigt die Beispiele einer Klasse</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Least longer side</source>
        <translation>Kleinste längere Seite</translation>
    </message>
    <message>
        <source>Largest longer side</source>
        <translation>Größte längere Seite</translation>
    </message>
    <message>
        <source>All splits</source>
        <translation>Alle Splits</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Alle Klassen</translation>
    </message>
    <message>
        <source>No class</source>
        <translation>Keine Klasse</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Beispiele</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Sorted by %1</source>
        <translation>Sortiert nach %1</translation>
    </message>
    <message>
        <source>Take away the filter %1</source>
        <translation>Den Filter %1 wegnehmen</translation>
    </message>
    <message>
        <source>Click to take this filter away</source>
        <translation>Klicken Sie, um diesen Filter wegzunehmen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Taken for %1</source>
        <translation>Gehalten für %1</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Samples are being measured…</source>
        <translation>Beispiele werden vermessen…</translation>
    </message>
    <message>
        <source>Looking for damaged samples…</source>
        <translation>Beschädigte Beispiele werden gesucht…</translation>
    </message>
    <message>
        <source>Look for damaged samples</source>
        <translation>Beschädigte Beispiele suchen</translation>
    </message>
    <message>
        <source>Reads every byte of the data set and compares it with what was written</source>
        <translation>Liest jedes Byte des Datensatzes und vergleicht es mit dem, was geschrieben wurde</translation>
    </message>
    <message>
        <source>Ask a trained network</source>
        <translation>Ein trainiertes Netz fragen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Gives every sample a loss and a prediction: the hardest come first</source>
        <translation>Gibt jedem Beispiel einen Verlust und eine Vorhersage: Die schwersten kommen zuerst</translation>
    </message>
    <message>
        <source>%1 (ask a trained network first)</source>
        <translation>%1 (zuerst ein trainiertes Netz fragen)</translation>
    </message>
    <message>
        <source>%1 (being measured)</source>
        <translation>%1 (wird vermessen)</translation>
    </message>
    <message>
        <source>Descending</source>
        <translation>Absteigend</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen in Inspect</source>
        <translation>
            <numerusform>%n im Einblick gewählt</numerusform>
            <numerusform>%n im Einblick gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichworte</translation>
    </message>
    <message>
        <source>Shows the samples with certain tags</source>
        <translation>Zeigt die Beispiele mit bestimmten Stichworten</translation>
    </message>
    <message>
        <source>File, class or tag</source>
        <translation>Datei, Klasse, Stichwort</translation>
    </message>
    <message>
        <source>Find samples by file, class or tag</source>
        <translation>Beispiele nach Datei, Klasse oder Stichwort suchen</translation>
    </message>
    <message>
        <source>Shows samples with these words in the name of their file, class or tag (Ctrl+F)</source>
        <translation>Zeigt Beispiele, in deren Datei-, Klassen- oder Stichwortnamen diese Wörter stehen (Strg+F)</translation>
    </message>
    <message>
        <source>Tag: %1</source>
        <translation>Stichwort: %1</translation>
    </message>
</context>
<context>
    <name>fovea::FindingCard</name>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>It probably explains this, too: %1.</source>
        <translation>Das erklärt wahrscheinlich auch: %1.</translation>
    </message>
    <message>
        <source>The first samples</source>
        <translation>Die ersten Beispiele</translation>
    </message>
    <message>
        <source>Show the sample</source>
        <translation>Das Beispiel zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show the %n samples</source>
        <translation>
            <numerusform>Das %n Beispiel zeigen</numerusform>
            <numerusform>Die %n Beispiele zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::GuardedApplication</name>
    <message>
        <source>This could not be done</source>
        <translation>Dies konnte nicht getan werden</translation>
    </message>
</context>
<context>
    <name>fovea::HeatPlot</name>
    <message>
        <source>%1 % of the numbers</source>
        <translation>%1 % der Zahlen</translation>
    </message>
    <message numerus="yes">
        <source>From %1 to %2 over %n steps</source>
        <translation>
            <numerusform>Von %1 bis %2 über %n Schritt</numerusform>
            <numerusform>Von %1 bis %2 über %n Schritte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>step %1 · %2: %3</source>
        <translation>Schritt %1 · %2: %3</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
</context>
<context>
    <name>fovea::HistogramBars</name>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>No values</source>
        <translation>Keine Werte</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
</context>
<context>
    <name>fovea::HistoryDialog</name>
    <message>
        <source>Take this state</source>
        <translation>Diesen Stand nehmen</translation>
    </message>
    <message>
        <source>Earlier states of %1</source>
        <translation>Frühere Stände von %1</translation>
    </message>
    <message>
        <source>Earlier states, the latest first</source>
        <translation>Frühere Stände, der letzte zuerst</translation>
    </message>
    <message>
        <source>First saved</source>
        <translation>Zuerst gespeichert</translation>
    </message>
    <message>
        <source>The drawing as it was</source>
        <translation>Die Zeichnung, wie sie war</translation>
    </message>
    <message>
        <source>As a change that can be undone</source>
        <translation>Als Änderung, die rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>Nothing was changed yet since this network is kept here.</source>
        <translation>Seit dieses Netz hier liegt, wurde noch nichts geändert.</translation>
    </message>
    <message>
        <source>“%1”, %2 layers.</source>
        <translation>„%1“, %2 Schichten.</translation>
    </message>
    <message>
        <source>It is so now.</source>
        <translation>So ist es jetzt.</translation>
    </message>
</context>
<context>
    <name>fovea::HomeWorkspace</name>
    <message>
        <source>No GPU</source>
        <translation>Keine GPU</translation>
    </message>
    <message>
        <source>%1 · %2 GB of memory</source>
        <translation>%1 · %2 GB Speicher</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Start with an example</source>
        <translation>Mit einem Beispielprojekt beginnen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the example %1</source>
        <translation>Das Beispielprojekt %1 öffnen</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>Projects you open are listed here.</source>
        <translation>Projekte, die Sie öffnen, stehen hier.</translation>
    </message>
    <message>
        <source>The project is out of the list.</source>
        <translation>Das Projekt steht nicht mehr in der Liste.</translation>
    </message>
    <message>
        <source>Its folder stays: %1</source>
        <translation>Sein Ordner bleibt: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
</context>
<context>
    <name>fovea::ImageGrid</name>
    <message>
        <source>Images of the channels</source>
        <translation>Bilder der Kanäle</translation>
    </message>
    <message>
        <source>Channel %1 of %2 is selected</source>
        <translation>Kanal %1 von %2 ist ausgewählt</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>%1 (%2, %3) = %4</source>
        <translation>%1 (%2, %3) = %4</translation>
    </message>
</context>
<context>
    <name>fovea::ImageView</name>
    <message>
        <source>No image</source>
        <translation>Kein Bild</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>fovea::ImportReportDialog</name>
    <message>
        <source>Imported %1</source>
        <translation>%1 importiert</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 aus %2</translation>
    </message>
    <message>
        <source>Report of the import</source>
        <translation>Bericht des Imports</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Den Bericht kopieren</translation>
    </message>
    <message>
        <source>Fold repeated structure</source>
        <translation>Wiederholten Aufbau falten</translation>
    </message>
    <message>
        <source>Parts that stand in the network several times become blocks, drawn once and used often</source>
        <translation>Teile, die mehrmals im Netz stehen, werden Blöcke, einmal gezeichnet und oft verwendet</translation>
    </message>
    <message>
        <source>Train from these weights</source>
        <translation>Von diesen Gewichten aus trainieren</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>Gefaltet</translation>
    </message>
    <message>
        <source>Nothing repeats</source>
        <translation>Nichts wiederholt sich</translation>
    </message>
    <message>
        <source>Weights are found by the names of layers, and those in blocks have new ones. Ctrl+Z unfolds them again; the report, in the File menu, then begins training.</source>
        <translation>Gewichte werden nach den Namen der Schichten gefunden, und die in Blöcken haben neue. Strg+Z entfaltet sie wieder; der Bericht im Menü Datei beginnt dann das Training.</translation>
    </message>
</context>
<context>
    <name>fovea::ImportWizard</name>
    <message>
        <source>Import data</source>
        <translation>Daten importieren</translation>
    </message>
    <message>
        <source>Show the samples</source>
        <translation>Die Beispiele zeigen</translation>
    </message>
</context>
<context>
    <name>fovea::InspectWorkspace</name>
    <message>
        <source>Inspect</source>
        <translation>Einblick</translation>
    </message>
    <message>
        <source>working</source>
        <translation>arbeitet</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Which run, and which moment of it</source>
        <translation>Welcher Lauf, und welcher Augenblick davon</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Index of the sample within the split, from 0</source>
        <translation>Nummer des Beispiels im Split, ab 0</translation>
    </message>
    <message>
        <source>Show a random sample</source>
        <translation>Ein zufälliges Beispiel zeigen</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Any sample of the split</source>
        <translation>Irgendein Beispiel des Splits</translation>
    </message>
    <message>
        <source>Open image…</source>
        <translation>Bild öffnen…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+I</source>
        <translation>Ctrl+Shift+I</translation>
    </message>
    <message>
        <source>Nothing to look into yet</source>
        <translation>Noch nichts zum Hineinsehen</translation>
    </message>
    <message>
        <source>Train a network first: each epoch saves a checkpoint, and here you see what every layer of it makes of a picture.</source>
        <translation>Trainieren Sie zuerst ein Netz: Jede Epoche speichert einen Checkpoint, und hier sehen Sie, was jede seiner Schichten aus einem Bild macht.</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Zum Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Show an image to the network</source>
        <translation>Dem Netz ein Bild zeigen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>What of the network is shown</source>
        <translation>Was vom Netz gezeigt wird</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Network of the run</source>
        <translation>Netz des Laufs</translation>
    </message>
    <message>
        <source>Synthesis</source>
        <translation>Synthese</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>Show a picture, a sound or a video of your own to the network; or drop it here</source>
        <translation>Dem Netz ein eigenes Bild, einen Klang oder ein Video zeigen; oder hier ablegen</translation>
    </message>
    <message>
        <source>Draw or type</source>
        <translation>Zeichnen oder tippen</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Draw a picture, or type a text, and see the answer at each stroke</source>
        <translation>Ein Bild zeichnen oder einen Text tippen und bei jedem Strich die Antwort sehen</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Show the pictures of the first camera to the network</source>
        <translation>Dem Netz die Bilder der ersten Kamera zeigen</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>Export over time</source>
        <translation>Über die Zeit exportieren</translation>
    </message>
    <message>
        <source>growth.gif</source>
        <translation>wachstum.gif</translation>
    </message>
    <message>
        <source>Moving pictures (*.gif *.mp4 *.avi)</source>
        <translation>Bewegte Bilder (*.gif *.mp4 *.avi)</translation>
    </message>
    <message>
        <source>Width of the pen</source>
        <translation>Breite des Stifts</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>Schwarz auf Weiß</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Type a text</source>
        <translation>Einen Text tippen</translation>
    </message>
    <message>
        <source>The end of the text enters the network; a text that is too short is repeated</source>
        <translation>Das Ende des Textes geht in das Netz; ein zu kurzer Text wird wiederholt</translation>
    </message>
    <message>
        <source>The answer follows each stroke and each letter.</source>
        <translation>Die Antwort folgt jedem Strich und jedem Buchstaben.</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>Typed text</source>
        <translation>Getippter Text</translation>
    </message>
    <message>
        <source>There are no pictures in this folder.</source>
        <translation>In diesem Ordner sind keine Bilder.</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>The run to look at; without a checkpoint only its records and data are</source>
        <translation>Der betrachtete Lauf; ohne Checkpoint werden nur seine Aufzeichnungen und Daten betrachtet</translation>
    </message>
    <message>
        <source>%1 · no checkpoint</source>
        <translation>%1 · kein Checkpoint</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>The last correction of the data set is taken back.</source>
        <translation>Die letzte Korrektur des Datensatzes ist zurückgenommen.</translation>
    </message>
    <message>
        <source>Use the network on the canvas</source>
        <translation>Netz der Zeichenfläche verwenden</translation>
    </message>
    <message>
        <source>Gives the network as it is drawn now the weights of this checkpoint, where its layers match, and shows what it makes of the samples</source>
        <translation>Gibt dem Netz, wie es jetzt gezeichnet ist, die Gewichte dieses Checkpoints, soweit seine Schichten passen, und zeigt, was es aus den Beispielen macht</translation>
    </message>
    <message>
        <source>This is %1 as it is drawn now.</source>
        <translation>Das ist %1, wie es jetzt gezeichnet ist.</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.gif *.pgm *.ppm *.dcm);;Videos (*.mp4 *.avi *.mov *.mkv *.webm);;Sounds (%1);;All files (*)</source>
        <translation>Bilder (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.gif *.pgm *.ppm *.dcm);;Videos (*.mp4 *.avi *.mov *.mkv *.webm);;Tonaufnahmen (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Type numbers</source>
        <translation>Zahlen eingeben</translation>
    </message>
    <message>
        <source>The beginning of the text enters the network, as in the import</source>
        <translation>Der Anfang des Textes gelangt in das Netz, wie beim Import</translation>
    </message>
    <message>
        <source>The numbers of a whole sample</source>
        <translation>Die Zahlen eines ganzen Beispiels</translation>
    </message>
</context>
<context>
    <name>fovea::Job</name>
    <message>
        <source>Waiting for other jobs</source>
        <translation>Wartet auf andere Aufträge</translation>
    </message>
</context>
<context>
    <name>fovea::JobRow</name>
    <message>
        <source>Progress: %1</source>
        <translation>Fortschritt: %1</translation>
    </message>
</context>
<context>
    <name>fovea::JobStrip</name>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Progress of the jobs</source>
        <translation>Fortschritt der Aufträge</translation>
    </message>
    <message>
        <source>%1 jobs</source>
        <translation>%1 Aufträge</translation>
    </message>
    <message>
        <source>%1: show all jobs</source>
        <translation>%1: alle Aufträge zeigen</translation>
    </message>
</context>
<context>
    <name>fovea::LayerCard</name>
    <message>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <source>shared scale</source>
        <translation>gleiche Skala</translation>
    </message>
    <message>
        <source>viridis: for magnitudes</source>
        <translation>viridis: für Größen</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>grau</translation>
    </message>
    <message>
        <source>blue to red: white is zero</source>
        <translation>blau bis rot: Weiß ist null</translation>
    </message>
    <message>
        <source>Colours of the activations</source>
        <translation>Farben der Aktivierungen</translation>
    </message>
    <message>
        <source>One scale for all channels, so that they can be compared; off: each channel fills the colours</source>
        <translation>Eine Skala für alle Kanäle, sodass sie verglichen werden können; aus: Jeder Kanal nutzt alle Farben</translation>
    </message>
    <message>
        <source>Activations of the layer</source>
        <translation>Aktivierungen der Schicht</translation>
    </message>
    <message>
        <source>filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Input channel of the filters</source>
        <translation>Eingangskanal der Filter</translation>
    </message>
    <message>
        <source>Filters of the layer</source>
        <translation>Filter der Schicht</translation>
    </message>
    <message>
        <source>blue to red</source>
        <translation>blau bis rot</translation>
    </message>
    <message>
        <source>%1 · activations</source>
        <translation>%1 · Aktivierungen</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>1 unit</source>
        <translation>1 Einheit</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 Einheiten</translation>
    </message>
    <message>
        <source>%1 of %2×%3</source>
        <translation>%1 zu %2×%3</translation>
    </message>
    <message>
        <source>1 channel</source>
        <translation>1 Kanal</translation>
    </message>
    <message>
        <source>%1 channels</source>
        <translation>%1 Kanäle</translation>
    </message>
    <message>
        <source>All input channels</source>
        <translation>Alle Eingangskanäle</translation>
    </message>
    <message>
        <source>Input channel %1</source>
        <translation>Eingangskanal %1</translation>
    </message>
    <message>
        <source>%1 of %2×%3 over %4 input channels</source>
        <translation>%1 zu %2×%3 über %4 Eingangskanäle</translation>
    </message>
    <message>
        <source>by number</source>
        <translation>nach Nummer</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Slice of the layer</source>
        <translation>Schnitt durch die Schicht</translation>
    </message>
    <message>
        <source>Where each step of the layer looks: one picture for each head, the step that looks in each row</source>
        <translation>Wohin jeder Schritt der Schicht blickt: ein Bild für jeden Kopf, in jeder Zeile der Schritt, der blickt</translation>
    </message>
    <message>
        <source>by mean</source>
        <translation>nach Mittelwert</translation>
    </message>
    <message>
        <source>by deviation</source>
        <translation>nach Streuung</translation>
    </message>
    <message>
        <source>by share of zeros</source>
        <translation>nach Anteil der Nullen</translation>
    </message>
    <message>
        <source>by largest value</source>
        <translation>nach größtem Wert</translation>
    </message>
    <message>
        <source>by norm</source>
        <translation>nach Norm</translation>
    </message>
    <message>
        <source>The order of channels and filters, the greatest first; each keeps its number</source>
        <translation>Die Reihenfolge der Kanäle und Filter, der größte zuerst; jeder behält seine Nummer</translation>
    </message>
    <message>
        <source>%1 · attention</source>
        <translation>%1 · Aufmerksamkeit</translation>
    </message>
    <message>
        <source>slice %1 of %2</source>
        <translation>Schnitt %1 von %2</translation>
    </message>
    <message>
        <source>%1: %2 steps look at %3</source>
        <translation>%1: %2 Schritte blicken auf %3</translation>
    </message>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n Kopf</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 units over %2 steps</source>
        <translation>%1 Einheiten über %2 Schritte</translation>
    </message>
    <message>
        <source>filter %1</source>
        <translation>Filter %1</translation>
    </message>
    <message>
        <source>filter %1, input channel %2</source>
        <translation>Filter %1, Eingangskanal %2</translation>
    </message>
</context>
<context>
    <name>fovea::LayerInspector</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Name of the layer</source>
        <translation>Name der Schicht</translation>
    </message>
    <message>
        <source>Name of the block</source>
        <translation>Name des Blocks</translation>
    </message>
    <message>
        <source>Of the drawing that all its uses share</source>
        <translation>Der Zeichnung, die alle Verwendungen teilen</translation>
    </message>
    <message>
        <source>Rename layer</source>
        <translation>Schicht umbenennen</translation>
    </message>
    <message>
        <source>Rename block</source>
        <translation>Block umbenennen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>What is done to samples on their way in, seen on the data set&apos;s own</source>
        <translation>Was mit Beispielen auf ihrem Weg hinein geschieht, zu sehen an denen des Datensatzes</translation>
    </message>
    <message>
        <source>Choose a data set of images or sounds first.</source>
        <translation>Wählen Sie zuerst einen Datensatz mit Bildern oder Klängen.</translation>
    </message>
    <message>
        <source>Reading samples…</source>
        <translation>Beispiele werden gelesen…</translation>
    </message>
    <message>
        <source>Transforms…</source>
        <translation>Transformationen…</translation>
    </message>
    <message>
        <source>Transforms (%1)…</source>
        <translation>Transformationen (%1)…</translation>
    </message>
    <message>
        <source>Change the transforms</source>
        <translation>Die Transformationen ändern</translation>
    </message>
    <message>
        <source>Uses</source>
        <translation>Verwendungen</translation>
    </message>
    <message>
        <source>Layers that share this drawing; each has weights of its own</source>
        <translation>Schichten, die diese Zeichnung teilen; jede hat eigene Gewichte</translation>
    </message>
    <message>
        <source>Layers inside</source>
        <translation>Schichten darin</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>N samples of this shape</source>
        <translation>N Beispiele dieser Form</translation>
    </message>
    <message>
        <source>FLOPs / sample</source>
        <translation>FLOPs / Beispiel</translation>
    </message>
    <message>
        <source>Of the forward pass; a multiply-add is two</source>
        <translation>Des Vorwärtsdurchlaufs; eine Multiplikation mit Addition zählt zwei</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Ctrl+G folds them into a block, G draws a frame around them, C connects them in the order in which they were selected. Select one alone to change its parameters.</source>
        <translation>Strg+G faltet sie zu einem Block, G zeichnet einen Rahmen um sie, C verbindet sie in der Reihenfolge der Auswahl. Wählen Sie eine allein aus, um ihre Parameter zu ändern.</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>Memory / sample</source>
        <translation>Speicher / Beispiel</translation>
    </message>
    <message>
        <source>Of what they give to the layers that follow</source>
        <translation>Dessen, was sie den folgenden Schichten geben</translation>
    </message>
    <message>
        <source>The sheet of a block. What is changed here is changed in all its %1 uses.</source>
        <translation>Das Blatt eines Blocks. Was hier geändert wird, ändert sich in allen seinen %1 Verwendungen.</translation>
    </message>
    <message>
        <source>The sheet of a block. Alt+Up leads back out.</source>
        <translation>Das Blatt eines Blocks. Alt+Auf führt wieder hinaus.</translation>
    </message>
    <message>
        <source>Whole block</source>
        <translation>Ganzer Block</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Of each use</source>
        <translation>Jeder Verwendung</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Drag a layer onto the canvas, or press Tab to search for one.</source>
        <translation>Ziehen Sie eine Schicht auf die Zeichnung, oder drücken Sie Tab, um eine zu suchen.</translation>
    </message>
    <message>
        <source>Select a layer to see and change its parameters.</source>
        <translation>Wählen Sie eine Schicht aus, um ihre Parameter zu sehen und zu ändern.</translation>
    </message>
    <message>
        <source>Whole network</source>
        <translation>Ganzes Netz</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>Eigene</translation>
    </message>
</context>
<context>
    <name>fovea::LayerListModel</name>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>My blocks</source>
        <translation>Meine Blöcke</translation>
    </message>
    <message>
        <source>Blocks of this network</source>
        <translation>Blöcke dieses Netzes</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>fovea::LayerPalette</name>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Search layers</source>
        <translation>Schichten suchen</translation>
    </message>
    <message>
        <source>Type to filter. On the canvas, Tab opens the same search where you are.</source>
        <translation>Tippen Sie, um zu filtern. Auf der Zeichnung öffnet Tab dieselbe Suche, wo Sie sind.</translation>
    </message>
    <message>
        <source>Drag a layer onto the canvas, or double-click it.</source>
        <translation>Ziehen Sie eine Schicht auf die Zeichnung, oder doppelklicken Sie sie.</translation>
    </message>
    <message>
        <source>No layer is called “%1”.</source>
        <translation>Keine Schicht heißt „%1“.</translation>
    </message>
</context>
<context>
    <name>fovea::LayerPanel</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Ridges</source>
        <translation>Höhenlinien</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Wärmebild</translation>
    </message>
    <message>
        <source>Distributions over time</source>
        <translation>Verteilungen im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>What is shown of the layer</source>
        <translation>Was von der Schicht gezeigt wird</translation>
    </message>
    <message>
        <source>The spread of what the layer learns, of its gradients or of its outputs; or how much each step changed every layer, relative to its weights</source>
        <translation>Wie verteilt ist, was die Schicht lernt, ihre Gradienten oder ihre Ausgaben; oder wie sehr jeder Schritt jede Schicht verändert hat, gemessen an ihren Gewichten</translation>
    </message>
    <message>
        <source>How it is drawn</source>
        <translation>Wie es gezeichnet wird</translation>
    </message>
    <message numerus="yes">
        <source>%n records, which took %1 s</source>
        <translation>
            <numerusform>%n Aufzeichnung, die %1 s gekostet hat</numerusform>
            <numerusform>%n Aufzeichnungen, die %1 s gekostet haben</numerusform>
        </translation>
    </message>
    <message>
        <source>This layer has no outputs to count.</source>
        <translation>Diese Schicht hat keine Ausgaben, die sich zählen lassen.</translation>
    </message>
    <message>
        <source>This layer learns nothing.</source>
        <translation>Diese Schicht lernt nichts.</translation>
    </message>
    <message>
        <source>Change of the weights in one step, relative to the weights: %1 (dark) to %2 (bright)</source>
        <translation>Änderung der Gewichte in einem Schritt, gemessen an den Gewichten: %1 (dunkel) bis %2 (hell)</translation>
    </message>
    <message>
        <source>No step changed a layer.</source>
        <translation>Kein Schritt hat eine Schicht verändert.</translation>
    </message>
</context>
<context>
    <name>fovea::LayerSearchPopup</name>
    <message>
        <source>Add a layer</source>
        <translation>Eine Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Add a layer…</source>
        <translation>Eine Schicht hinzufügen…</translation>
    </message>
    <message>
        <source>Name of the layer to add</source>
        <translation>Name der Schicht, die hinzukommt</translation>
    </message>
    <message>
        <source>Layers found</source>
        <translation>Gefundene Schichten</translation>
    </message>
    <message>
        <source>Insert a layer…</source>
        <translation>Eine Schicht einfügen…</translation>
    </message>
    <message>
        <source>No layer is called “%1”.</source>
        <translation>Keine Schicht heißt „%1“.</translation>
    </message>
</context>
<context>
    <name>fovea::LayerStrip</name>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Copy name and shape</source>
        <translation>Name und Form kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::LayerTab</name>
    <message>
        <source>%1, gives %2</source>
        <translation>%1, gibt %2</translation>
    </message>
</context>
<context>
    <name>fovea::LayersPage</name>
    <message>
        <source>Depends on nothing of the input</source>
        <translation>Hängt von nichts in der Eingabe ab</translation>
    </message>
    <message>
        <source>Depends on the whole input</source>
        <translation>Hängt von der ganzen Eingabe ab</translation>
    </message>
    <message>
        <source>Depends on positions %1 of the input</source>
        <translation>Hängt von den Stellen %1 der Eingabe ab</translation>
    </message>
    <message>
        <source>Depends on slices %1, rows %2, columns %3 of the input</source>
        <translation>Hängt von den Schnitten %1, Zeilen %2, Spalten %3 der Eingabe ab</translation>
    </message>
    <message>
        <source>Depends on rows %1, columns %2 of the input</source>
        <translation>Hängt von den Zeilen %1, Spalten %2 der Eingabe ab</translation>
    </message>
    <message>
        <source>%1, or on less</source>
        <translation>%1, oder von weniger</translation>
    </message>
    <message>
        <source>unit %1 at step %2 = %3</source>
        <translation>Einheit %1 bei Schritt %2 = %3</translation>
    </message>
    <message>
        <source>head %1: step %2 looks at step %3 with %4 %</source>
        <translation>Kopf %1: Schritt %2 blickt auf Schritt %3 mit %4 %</translation>
    </message>
    <message>
        <source>Red is where step %1 looks.</source>
        <translation>Rot ist, wohin Schritt %1 blickt.</translation>
    </message>
</context>
<context>
    <name>fovea::LegendRow</name>
    <message>
        <source>%1, %2 samples</source>
        <translation>%1, %2 Beispiele</translation>
    </message>
    <message>
        <source>%1: a click dims the others, a double click or Enter selects all</source>
        <translation>%1: ein Klick blendet die anderen ab, ein Doppelklick oder die Eingabetaste wählt alle aus</translation>
    </message>
</context>
<context>
    <name>fovea::LiveFigures</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>not numbers</source>
        <translation>keine Zahlen</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>While it trains:</source>
        <translation>Während des Trainings:</translation>
    </message>
    <message>
        <source>Time: %1 a batch, %2</source>
        <translation>Zeit: %1 je Batch, %2</translation>
    </message>
    <message>
        <source>Memory: %1</source>
        <translation>Speicher: %1</translation>
    </message>
    <message>
        <source>Output: mean %1, standard deviation %2, %3 zeros</source>
        <translation>Ausgabe: Mittel %1, Standardabweichung %2, %3 Nullen</translation>
    </message>
    <message>
        <source>Gradient norm: %1</source>
        <translation>Norm des Gradienten: %1</translation>
    </message>
    <message>
        <source>Last update / weights: %1</source>
        <translation>Letzte Änderung / Gewichte: %1</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>per batch</source>
        <translation>je Batch</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
</context>
<context>
    <name>fovea::LiveInput</name>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>The previous picture of the folder</source>
        <translation>Das vorige Bild des Ordners</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>The next picture of the folder</source>
        <translation>Das nächste Bild des Ordners</translation>
    </message>
    <message>
        <source>Goes through the pictures of the folder</source>
        <translation>Geht durch die Bilder des Ordners</translation>
    </message>
    <message>
        <source>Goes back to the samples</source>
        <translation>Geht zurück zu den Beispielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Camera %1</source>
        <translation>Kamera %1</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>wird geöffnet …</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>%1 gives no more pictures.</source>
        <translation>%1 liefert keine Bilder mehr.</translation>
    </message>
    <message>
        <source>The video has ended.</source>
        <translation>Das Video ist zu Ende.</translation>
    </message>
    <message>
        <source>The last picture stays.</source>
        <translation>Das letzte Bild bleibt.</translation>
    </message>
    <message>
        <source>It gave no picture at all.</source>
        <translation>Es lieferte kein einziges Bild.</translation>
    </message>
    <message>
        <source>%1 pictures a second, %2 left out</source>
        <translation>%1 Bilder je Sekunde, %2 ausgelassen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>fovea::LiveLayer</name>
    <message>
        <source>Update / weights</source>
        <translation>Änderung / Gewichte</translation>
    </message>
    <message>
        <source>Outputs over time</source>
        <translation>Ausgaben im Lauf der Zeit</translation>
    </message>
    <message>
        <source>How often each value occurs among the outputs for one batch: one line per measurement, the latest in front</source>
        <translation>Wie oft jeder Wert unter den Ausgaben für einen Batch vorkommt: eine Linie je Messung, die letzte vorn</translation>
    </message>
</context>
<context>
    <name>fovea::LiveView</name>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>What the layers show while they learn</source>
        <translation>Was die Schichten zeigen, während sie lernen</translation>
    </message>
    <message>
        <source>What the layers show while they learn. Measuring repeats a batch now and then, beside the training.</source>
        <translation>Was die Schichten zeigen, während sie lernen. Zum Messen wird ab und zu ein Batch neben dem Training noch einmal gerechnet.</translation>
    </message>
    <message>
        <source>Step batch</source>
        <translation>Ein Batch</translation>
    </message>
    <message>
        <source>Train one batch, then pause</source>
        <translation>Einen Batch trainieren, dann pausieren</translation>
    </message>
    <message>
        <source>not in this run: %1</source>
        <translation>nicht in diesem Lauf: %1</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Go on with the run</source>
        <translation>Mit dem Lauf weitermachen</translation>
    </message>
    <message>
        <source>Pause the run after this batch</source>
        <translation>Den Lauf nach diesem Batch pausieren</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>the figures come with the next step</source>
        <translation>die Zahlen kommen mit dem nächsten Schritt</translation>
    </message>
    <message>
        <source>Step layers</source>
        <translation>Schichten einzeln</translation>
    </message>
    <message>
        <source>Train one batch, then look at each of its tensors, layer by layer, forward and backward</source>
        <translation>Einen Batch trainieren und dann jeden seiner Tensoren ansehen, Schicht für Schicht, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>cost %1 %</source>
        <translation>kostet %1 %</translation>
    </message>
    <message>
        <source>measured without micro-batches</source>
        <translation>ohne Mikro-Batches gemessen</translation>
    </message>
    <message>
        <source>measured in 32 bits</source>
        <translation>in 32 Bit gemessen</translation>
    </message>
</context>
<context>
    <name>fovea::MachinePanel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What the step waits for</source>
        <translation>Worauf der Schritt wartet</translation>
    </message>
    <message>
        <source>No run is training.</source>
        <translation>Kein Lauf trainiert.</translation>
    </message>
    <message numerus="yes">
        <source>%n cores</source>
        <translation>
            <numerusform>%n Kern</numerusform>
            <numerusform>%n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 ausgelastet</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>Kern %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1, this program %2</source>
        <translation>%1, dieses Programm %2</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>antwortet nicht</translation>
    </message>
</context>
<context>
    <name>fovea::MainWindow</name>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Ein Projekt öffnen</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Name of the project</source>
        <translation>Name des Projekts</translation>
    </message>
    <message>
        <source>My project</source>
        <translation>Mein Projekt</translation>
    </message>
    <message>
        <source>Folder of the new project</source>
        <translation>Ordner des neuen Projekts</translation>
    </message>
    <message>
        <source>Fovea</source>
        <translation>Fovea</translation>
    </message>
    <message>
        <source>The network cannot be saved</source>
        <translation>Das Netz kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Find an action, a layer, a run…</source>
        <translation>Eine Aktion, eine Schicht, einen Lauf finden…</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Alles finden</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>By a part of its name</source>
        <translation>Nach einem Teil des Namens</translation>
    </message>
    <message>
        <source>About Fovea</source>
        <translation>Über Fovea</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>Version und Lizenz</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>Neues Projekt…</translation>
    </message>
    <message>
        <source>In a folder of its own</source>
        <translation>In einem eigenen Ordner</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>Projekt öffnen…</translation>
    </message>
    <message>
        <source>A folder that holds a project</source>
        <translation>Ein Ordner, der ein Projekt enthält</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Letzte Projekte</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>Theme, device, threads, saving, shortcuts</source>
        <translation>Farben, Gerät, Threads, Speichern, Tasten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take the last change back</source>
        <translation>Die letzte Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Z</source>
        <translation>Ctrl+Shift+Z</translation>
    </message>
    <message>
        <source>Ctrl+Y</source>
        <translation>Ctrl+Y</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>Die Änderung noch einmal machen</translation>
    </message>
    <message>
        <source>Find here</source>
        <translation>Hier suchen</translation>
    </message>
    <message>
        <source>In what is shown</source>
        <translation>In dem, was gezeigt wird</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>Die Seitenleiste zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>The panel at the right, in all workspaces</source>
        <translation>Die Leiste rechts, aller Bereiche</translation>
    </message>
    <message>
        <source>Switch between dark and light</source>
        <translation>Zwischen dunkel und hell wechseln</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>Kept for the next start</source>
        <translation>Auch beim nächsten Start</translation>
    </message>
    <message>
        <source>Colours as the system</source>
        <translation>Farben wie das System</translation>
    </message>
    <message>
        <source>Dark or light, as the desktop is</source>
        <translation>Dunkel oder hell, wie der Desktop ist</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Every panel of this place where it was at first</source>
        <translation>Jede Leiste dieses Bereichs, wo sie zuerst war</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>And back</source>
        <translation>Und zurück</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>&lt;b&gt;Fovea %1&lt;/b&gt;&lt;p&gt;A native workbench for deep learning.&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</source>
        <translation>&lt;b&gt;Fovea %1&lt;/b&gt;&lt;p&gt;Eine Werkbank für Deep Learning.&lt;/p&gt;&lt;p&gt;Apache-Lizenz 2.0&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 (read only)</source>
        <translation>%1 (nur lesbar)</translation>
    </message>
    <message>
        <source>This project can only be read here: nothing can be changed, trained or imported.</source>
        <translation>Dieses Projekt kann hier nur gelesen werden: Nichts kann geändert, trainiert oder importiert werden.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Open it for changes, if it was closed there; else read it anew</source>
        <translation>Zum Ändern öffnen, falls es dort geschlossen wurde; sonst neu lesen</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Ctrl+Alt+N</source>
        <translation>Ctrl+Alt+N</translation>
    </message>
    <message>
        <source>For another project beside this one</source>
        <translation>Für ein anderes Projekt neben diesem</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Ctrl+W</source>
        <translation>Ctrl+W</translation>
    </message>
    <message>
        <source>The last one ends the program</source>
        <translation>Das letzte beendet das Programm</translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation>Alle Fenster schließen</translation>
    </message>
    <message>
        <source>Save the network now; else it is saved when a run begins, and when the project or the program is closed</source>
        <translation>Das Netz jetzt speichern; sonst wird es gespeichert, wenn ein Lauf beginnt und wenn das Projekt oder das Programm geschlossen wird</translation>
    </message>
    <message>
        <source>Save the network now; it is also saved by itself after each change</source>
        <translation>Das Netz jetzt speichern; nach jeder Änderung wird es auch von selbst gespeichert</translation>
    </message>
</context>
<context>
    <name>fovea::MatrixView</name>
    <message>
        <source>%1 recognised</source>
        <translation>%1 erkannt</translation>
    </message>
    <message>
        <source>%1 taken for %2</source>
        <translation>%1 gehalten für %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 (%4 %)</source>
        <translation>%1: %2 von %3 (%4 %)</translation>
    </message>
    <message>
        <source>Copy the counts</source>
        <translation>Die Anzahlen kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::MenuBar</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>Date&amp;n</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>Net&amp;z</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>&amp;Einblick</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
</context>
<context>
    <name>fovea::MetricPlot</name>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>Die Kurven exportieren</translation>
    </message>
    <message>
        <source>Picture (*.png);;Document (*.pdf);;Table (*.csv)</source>
        <translation>Bild (*.png);;Dokument (*.pdf);;Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>The first values appear here when a run starts</source>
        <translation>Die ersten Werte erscheinen hier, wenn ein Lauf beginnt</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Das Bild kopieren</translation>
    </message>
    <message>
        <source>Copy the values as CSV</source>
        <translation>Die Werte als CSV kopieren</translation>
    </message>
    <message>
        <source> ± %1</source>
        <translation> ± %1</translation>
    </message>
</context>
<context>
    <name>fovea::MiniMap</name>
    <message>
        <source>Overview of the network</source>
        <translation>Übersicht des Netzes</translation>
    </message>
    <message>
        <source>Click or drag to move the view.</source>
        <translation>Klicken oder ziehen Sie, um den Ausschnitt zu bewegen.</translation>
    </message>
</context>
<context>
    <name>fovea::MiniPlot</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>fovea::NameEditor</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkCanvas</name>
    <message>
        <source>Insert a layer…</source>
        <translation>Eine Schicht einfügen…</translation>
    </message>
    <message>
        <source>Add a reroute point</source>
        <translation>Einen Umlenkpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Delete connection</source>
        <translation>Verbindung löschen</translation>
    </message>
    <message>
        <source>Add a layer…</source>
        <translation>Eine Schicht hinzufügen…</translation>
    </message>
    <message>
        <source>Add a comment</source>
        <translation>Einen Kommentar hinzufügen</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Leave the block</source>
        <translation>Den Block verlassen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Fold repeated structure</source>
        <translation>Wiederholten Aufbau falten</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Tatsächliche Größe</translation>
    </message>
    <message>
        <source>Edit the words</source>
        <translation>Die Worte bearbeiten</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>Colour a note</source>
        <translation>Eine Notiz färben</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>Ausrichten</translation>
    </message>
    <message>
        <source>Left edges</source>
        <translation>Linke Kanten</translation>
    </message>
    <message>
        <source>Centres, one below the other</source>
        <translation>Mitten, untereinander</translation>
    </message>
    <message>
        <source>Right edges</source>
        <translation>Rechte Kanten</translation>
    </message>
    <message>
        <source>Upper edges</source>
        <translation>Obere Kanten</translation>
    </message>
    <message>
        <source>Middles, side by side</source>
        <translation>Mitten, nebeneinander</translation>
    </message>
    <message>
        <source>Lower edges</source>
        <translation>Untere Kanten</translation>
    </message>
    <message>
        <source>Distribute</source>
        <translation>Verteilen</translation>
    </message>
    <message>
        <source>Equal gaps across</source>
        <translation>Gleiche Abstände waagerecht</translation>
    </message>
    <message>
        <source>Equal gaps down</source>
        <translation>Gleiche Abstände senkrecht</translation>
    </message>
    <message>
        <source>Open the block</source>
        <translation>Den Block öffnen</translation>
    </message>
    <message>
        <source>Edit parameters</source>
        <translation>Parameter bearbeiten</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Connect in order of selecting</source>
        <translation>In der Reihenfolge der Auswahl verbinden</translation>
    </message>
    <message>
        <source>Add a reroute point below</source>
        <translation>Darunter einen Umlenkpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>Hier ist noch nichts</translation>
    </message>
    <message>
        <source>Add the first layer</source>
        <translation>Die erste Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>Eine Notiz bearbeiten</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>In %1. %2</source>
        <translation>In %1. %2</translation>
    </message>
    <message>
        <source>%1 layers selected, last: %2</source>
        <translation>%1 Schichten ausgewählt, zuletzt: %2</translation>
    </message>
    <message>
        <source>Not used at present</source>
        <translation>Zurzeit nicht verwendet</translation>
    </message>
    <message>
        <source>Used once</source>
        <translation>Einmal verwendet</translation>
    </message>
    <message>
        <source>Used %1 times</source>
        <translation>%1-mal verwendet</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove from the network</source>
        <translation>Aus dem Netz entfernen</translation>
    </message>
    <message>
        <source>Remove with its use</source>
        <translation>Mit seiner Verwendung entfernen</translation>
    </message>
    <message>
        <source>Remove with its %1 uses</source>
        <translation>Mit seinen %1 Verwendungen entfernen</translation>
    </message>
    <message>
        <source>Remove from My blocks</source>
        <translation>Aus Meine Blöcke entfernen</translation>
    </message>
    <message>
        <source>Rename the layer</source>
        <translation>Die Schicht umbenennen</translation>
    </message>
    <message>
        <source>Fold into a block</source>
        <translation>Zu einem Block falten</translation>
    </message>
    <message>
        <source>Move out of the block</source>
        <translation>Aus dem Block herausnehmen</translation>
    </message>
    <message>
        <source>Move into %1</source>
        <translation>In %1 verschieben</translation>
    </message>
    <message>
        <source>Unfold the block</source>
        <translation>Den Block entfalten</translation>
    </message>
    <message>
        <source>Make single use</source>
        <translation>Eigenständig machen</translation>
    </message>
    <message>
        <source>Save to the palette</source>
        <translation>In der Palette ablegen</translation>
    </message>
    <message>
        <source>Press Tab or double-click to add a layer, or drag one from the list at the left.</source>
        <translation>Drücken Sie Tab oder doppelklicken Sie, um eine Schicht hinzuzufügen, oder ziehen Sie eine aus der Liste links.</translation>
    </message>
    <message>
        <source>Press Tab or double-click to add a layer.</source>
        <translation>Drücken Sie Tab oder doppelklicken Sie, um eine Schicht hinzuzufügen.</translation>
    </message>
    <message>
        <source>Freeze weights</source>
        <translation>Gewichte einfrieren</translation>
    </message>
    <message>
        <source>Frame: %1</source>
        <translation>Rahmen: %1</translation>
    </message>
    <message>
        <source>Comment: %1</source>
        <translation>Kommentar: %1</translation>
    </message>
    <message>
        <source>Connection from %1 to %2</source>
        <translation>Verbindung von %1 nach %2</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkChooser</name>
    <message>
        <source>Rename the network…</source>
        <translation>Das Netz umbenennen…</translation>
    </message>
    <message>
        <source>Another name for the network that is shown</source>
        <translation>Ein anderer Name für das gezeigte Netz</translation>
    </message>
    <message>
        <source>Duplicate the network</source>
        <translation>Das Netz duplizieren</translation>
    </message>
    <message>
        <source>A copy beside it, to try something</source>
        <translation>Eine Kopie daneben, um etwas zu versuchen</translation>
    </message>
    <message>
        <source>Earlier states of the network…</source>
        <translation>Frühere Stände des Netzes…</translation>
    </message>
    <message>
        <source>What it was after each change that was saved</source>
        <translation>Was es nach jeder gespeicherten Änderung war</translation>
    </message>
    <message>
        <source>Remove the network</source>
        <translation>Das Netz entfernen</translation>
    </message>
    <message>
        <source>It can be put back; runs that trained it keep it</source>
        <translation>Es kann zurückgeholt werden; Läufe, die es trainierten, behalten es</translation>
    </message>
    <message>
        <source>Put back a removed network</source>
        <translation>Ein entferntes Netz zurückholen</translation>
    </message>
    <message>
        <source>%1: one of %2 networks of the project</source>
        <translation>%1: eines von %2 Netzen des Projekts</translation>
    </message>
    <message>
        <source>Networks of the project; shown: %1</source>
        <translation>Netze des Projekts; gezeigt: %1</translation>
    </message>
    <message>
        <source>Rename the network</source>
        <translation>Das Netz umbenennen</translation>
    </message>
    <message>
        <source>Name of the network</source>
        <translation>Name des Netzes</translation>
    </message>
    <message>
        <source>Take an earlier state</source>
        <translation>Einen früheren Stand nehmen</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkExchange</name>
    <message>
        <source>Importing %1</source>
        <translation>%1 wird importiert</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>imported %1</source>
        <translation>importiert: %1</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>%1 wird exportiert</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkFiles</name>
    <message>
        <source>Open network</source>
        <translation>Netz öffnen</translation>
    </message>
    <message>
        <source>Open or import a network…</source>
        <translation>Ein Netz öffnen oder importieren…</translation>
    </message>
    <message>
        <source>From a file of Fovea or of another program, with its weights</source>
        <translation>Aus einer Datei von Fovea oder einem anderen Programm, mit seinen Gewichten</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Export the network…</source>
        <translation>Das Netz exportieren…</translation>
    </message>
    <message>
        <source>With weights, for another program</source>
        <translation>Mit Gewichten, für ein anderes Programm</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>Report of the last import</source>
        <translation>Bericht des letzten Imports</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>Save the network as…</source>
        <translation>Das Netz speichern unter…</translation>
    </message>
    <message>
        <source>Only the drawing, without weights</source>
        <translation>Nur die Zeichnung, ohne Gewichte</translation>
    </message>
    <message>
        <source>Export the drawing…</source>
        <translation>Die Zeichnung exportieren…</translation>
    </message>
    <message>
        <source>As vectors, a picture or a page</source>
        <translation>Als Vektoren, als Bild oder als Seite</translation>
    </message>
    <message>
        <source>Print the drawing…</source>
        <translation>Die Zeichnung drucken…</translation>
    </message>
    <message>
        <source>On one page</source>
        <translation>Auf einer Seite</translation>
    </message>
    <message>
        <source>Open or import a network</source>
        <translation>Ein Netz öffnen oder importieren</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>Exportiert nach %1.</translation>
    </message>
    <message>
        <source>Save the network</source>
        <translation>Das Netz speichern</translation>
    </message>
    <message>
        <source>Networks (*.json)</source>
        <translation>Netze (*.json)</translation>
    </message>
    <message>
        <source>Export the drawing</source>
        <translation>Die Zeichnung exportieren</translation>
    </message>
    <message>
        <source>Vectors (*.svg);;Pictures (*.png);;Pages (*.pdf)</source>
        <translation>Vektoren (*.svg);;Bilder (*.png);;Seiten (*.pdf)</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkService</name>
    <message>
        <source>Take the last good state</source>
        <translation>Den letzten guten Stand nehmen</translation>
    </message>
    <message>
        <source>Rename the network</source>
        <translation>Das Netz umbenennen</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkStrip</name>
    <message>
        <source>What the network costs</source>
        <translation>Was das Netz kostet</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>Show what is wrong</source>
        <translation>Zeigen, was nicht stimmt</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 Problem</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 Probleme</translation>
    </message>
    <message>
        <source>Parameters so far</source>
        <translation>Parameter bisher</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>FLOPs so far</source>
        <translation>FLOPs bisher</translation>
    </message>
    <message>
        <source>FLOPs / sample</source>
        <translation>FLOPs / Beispiel</translation>
    </message>
    <message>
        <source>Memory / sample</source>
        <translation>Speicher / Beispiel</translation>
    </message>
    <message>
        <source>Training memory at %1</source>
        <translation>Speicher im Training mit %1</translation>
    </message>
    <message>
        <source>Largest batch on %1</source>
        <translation>Größter Batch auf %1</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>Training at %1</source>
        <translation>Training mit %1</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größter Batch</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkTextView</name>
    <message>
        <source>The network as text</source>
        <translation>Das Netz als Text</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>The one before (Shift+F3)</source>
        <translation>Zum vorigen (Umschalt+F3)</translation>
    </message>
    <message>
        <source>The next one (F3)</source>
        <translation>Zum nächsten (F3)</translation>
    </message>
    <message>
        <source>Close the search (Escape)</source>
        <translation>Die Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>State of the text</source>
        <translation>Zustand des Textes</translation>
    </message>
    <message>
        <source>Language of the text</source>
        <translation>Sprache des Textes</translation>
    </message>
    <message>
        <source>Go to the line</source>
        <translation>Zu der Zeile gehen</translation>
    </message>
    <message>
        <source>Edit as text</source>
        <translation>Als Text bearbeiten</translation>
    </message>
    <message>
        <source>The drawing did not take this text.</source>
        <translation>Die Zeichnung nahm diesen Text nicht an.</translation>
    </message>
    <message>
        <source>The drawing was changed, and this text is not in it.</source>
        <translation>Die Zeichnung wurde geändert, und dieser Text steht nicht darin.</translation>
    </message>
    <message>
        <source>Mend the text, and it takes the drawing&apos;s place. Or take the drawing; the text is lost then, but for its own undo.</source>
        <translation>Berichtigen Sie den Text, und er tritt an die Stelle der Zeichnung. Oder nehmen Sie die Zeichnung; der Text ist dann verloren, bis auf sein eigenes Rückgängig.</translation>
    </message>
    <message>
        <source>Take the drawing</source>
        <translation>Die Zeichnung nehmen</translation>
    </message>
    <message>
        <source>The text of “%1” is no network yet, and cannot be kept: %2 It is lost unless it is mended first.</source>
        <translation>Der Text von „%1“ ist noch kein Netz und kann nicht behalten werden: %2 Er ist verloren, wenn er nicht vorher berichtigt wird.</translation>
    </message>
    <message>
        <source>This text was kept: it is no network yet.</source>
        <translation>Dieser Text wurde behalten: Er ist noch kein Netz.</translation>
    </message>
    <message>
        <source>Mend the text first: what cannot be read cannot be put into other words.</source>
        <translation>Berichtigen Sie zuerst den Text: Was nicht gelesen werden kann, kann nicht anders geschrieben werden.</translation>
    </message>
    <message>
        <source>In step with the drawing</source>
        <translation>Stimmt mit der Zeichnung überein</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>fovea::NetworkWorkspace</name>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>The data set that Train uses, with which the network is compared</source>
        <translation>Der Datensatz, den das Training verwendet und mit dem das Netz verglichen wird</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Suggest a network</source>
        <translation>Ein Netz vorschlagen</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>Show the drawing</source>
        <translation>Die Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Show the network as text that can be edited</source>
        <translation>Das Netz als Text zeigen, der bearbeitet werden kann</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Drawing and text side by side</source>
        <translation>Zeichnung und Text nebeneinander</translation>
    </message>
    <message>
        <source>View of the network: %1</source>
        <translation>Ansicht des Netzes: %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>What stands in it is kept as %1.</source>
        <translation>Was darin steht, ist als %1 aufbewahrt.</translation>
    </message>
    <message>
        <source>%1 cannot be read, so an empty drawing is shown.</source>
        <translation>%1 kann nicht gelesen werden, darum wird eine leere Zeichnung gezeigt.</translation>
    </message>
    <message>
        <source>Take the last good state</source>
        <translation>Den letzten guten Stand nehmen</translation>
    </message>
    <message>
        <source>Take the network of the run “%1”</source>
        <translation>Das Netz des Laufs „%1“ nehmen</translation>
    </message>
    <message>
        <source>“%1” is removed.</source>
        <translation>„%1“ ist entfernt.</translation>
    </message>
    <message>
        <source>The list of networks can put it back later, too.</source>
        <translation>Die Liste der Netze kann es auch später zurückholen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>New network…</source>
        <translation>Neues Netz…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>Says what the network is to do, and chooses one that can</source>
        <translation>Sagt, was das Netz tun soll, und wählt eines, das es kann</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Shows on the drawing what differs from another network</source>
        <translation>Zeigt auf der Zeichnung, was an einem anderen Netz anders ist</translation>
    </message>
    <message>
        <source>Train the network</source>
        <translation>Das Netz trainieren</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Go to Train, where a run of it is started</source>
        <translation>Zum Training, wo ein Lauf damit begonnen wird</translation>
    </message>
    <message>
        <source>Standard networks</source>
        <translation>Standardnetze</translation>
    </message>
    <message>
        <source>Begin with a well-known network</source>
        <translation>Mit einem bekannten Netz beginnen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Arrange the network again, or fold repeated parts</source>
        <translation>Das Netz neu auslegen oder falten, was sich wiederholt</translation>
    </message>
    <message>
        <source>Arrange for the window</source>
        <translation>Für das Fenster anordnen</translation>
    </message>
    <message>
        <source>In as many columns as show the network largest</source>
        <translation>In so vielen Spalten, dass das Netz am größten zu sehen ist</translation>
    </message>
    <message>
        <source>Arrange downwards</source>
        <translation>Nach unten anordnen</translation>
    </message>
    <message>
        <source>Data flows down all the way</source>
        <translation>Die Daten fließen ganz nach unten</translation>
    </message>
    <message>
        <source>Arrange to the right</source>
        <translation>Nach rechts anordnen</translation>
    </message>
    <message>
        <source>Data flows to the right, in and out at the sides of the cards</source>
        <translation>Die Daten fließen nach rechts, an den Seiten der Karten hinein und hinaus</translation>
    </message>
    <message>
        <source>Arrange in columns</source>
        <translation>In Spalten anordnen</translation>
    </message>
    <message>
        <source>Each column goes on at the top of the next</source>
        <translation>Jede Spalte geht oben in der nächsten weiter</translation>
    </message>
    <message>
        <source>Fold repeated structure</source>
        <translation>Wiederholten Aufbau falten</translation>
    </message>
    <message>
        <source>Parts that stand in the network several times become blocks, drawn once and used often</source>
        <translation>Teile, die mehrmals im Netz stehen, werden Blöcke, einmal gezeichnet und oft verwendet</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Layer %1 · %2</source>
        <translation>Schicht %1 · %2</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>Haltepunkte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>A breakpoint paused the run at step %1.</source>
        <translation>Ein Haltepunkt hat den Lauf bei Schritt %1 pausiert.</translation>
    </message>
    <message>
        <source>%1: %2 (measured: %3)</source>
        <translation>%1: %2 (gemessen: %3)</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>Die Schicht zeigen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Live figures</source>
        <translation>Zahlen während des Trainings</translation>
    </message>
    <message>
        <source>What the layers show while a run trains them</source>
        <translation>Was die Schichten zeigen, während ein Lauf sie trainiert</translation>
    </message>
    <message>
        <source>Step layer by layer</source>
        <translation>Schicht für Schicht</translation>
    </message>
    <message>
        <source>Trains one batch, then shows each of its tensors, forward and backward</source>
        <translation>Trainiert einen Batch und zeigt dann jeden seiner Tensoren, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>Schicht für Schicht</translation>
    </message>
</context>
<context>
    <name>fovea::NewNetworkDialog</name>
    <message>
        <source>New network</source>
        <translation>Neues Netz</translation>
    </message>
    <message>
        <source>What is the network to do?</source>
        <translation>Was soll das Netz tun?</translation>
    </message>
    <message>
        <source>Suggested networks</source>
        <translation>Vorgeschlagene Netze</translation>
    </message>
    <message>
        <source>Open this network</source>
        <translation>Dieses Netz öffnen</translation>
    </message>
    <message>
        <source>What is it to do?</source>
        <translation>Was soll es tun?</translation>
    </message>
    <message>
        <source>Networks for that</source>
        <translation>Netze dafür</translation>
    </message>
    <message>
        <source>No data set is open, so the networks are drawn for samples of a usual size.</source>
        <translation>Kein Datensatz ist offen, darum sind die Netze für Beispiele üblicher Größe gezeichnet.</translation>
    </message>
    <message>
        <source>The data set “%1” is there for something else, so the networks are drawn for samples of a usual size.</source>
        <translation>Der Datensatz „%1“ ist für etwas anderes da, darum sind die Netze für Beispiele üblicher Größe gezeichnet.</translation>
    </message>
    <message>
        <source>Drawn for “%1”: %2 samples of %3</source>
        <translation>Gezeichnet für „%1“: %2 Beispiele von %3</translation>
    </message>
    <message>
        <source>, %1 classes</source>
        <translation>, %1 Klassen</translation>
    </message>
</context>
<context>
    <name>fovea::NodeContent</name>
    <message>
        <source>%1 FLOPs a sample</source>
        <translation>%1 FLOPs je Beispiel</translation>
    </message>
    <message>
        <source>%1 of memory a sample</source>
        <translation>%1 Speicher je Beispiel</translation>
    </message>
    <message>
        <source>%1 “%2”</source>
        <translation>%1 „%2“</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Output: %1</source>
        <translation>Ausgang: %1</translation>
    </message>
    <message>
        <source>Double-click or Enter opens it.</source>
        <translation>Doppelklick oder Enter öffnet ihn.</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>used once</source>
        <translation>einmal verwendet</translation>
    </message>
    <message>
        <source>used %1 times</source>
        <translation>%1-mal verwendet</translation>
    </message>
    <message>
        <source>%1 params</source>
        <translation>%1 Param.</translation>
    </message>
    <message>
        <source>1 parameter</source>
        <translation>1 Parameter</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>Open the block</source>
        <translation>Den Block öffnen</translation>
    </message>
    <message>
        <source>Output “%1”</source>
        <translation>Ausgang „%1“</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Drag to an input to connect it; let go on free ground to add a layer.</source>
        <translation>Ziehen Sie zu einem Eingang, um zu verbinden; lassen Sie im Freien los, um eine Schicht hinzuzufügen.</translation>
    </message>
    <message>
        <source>Input “%1”</source>
        <translation>Eingang „%1“</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Drag the connection to another input; let go on free ground to remove it.</source>
        <translation>Ziehen Sie die Verbindung zu einem anderen Eingang; lassen Sie im Freien los, um sie zu entfernen.</translation>
    </message>
    <message>
        <source>Drag to an output to connect it; let go on free ground to add a layer.</source>
        <translation>Ziehen Sie zu einem Ausgang, um zu verbinden; lassen Sie im Freien los, um eine Schicht hinzuzufügen.</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
</context>
<context>
    <name>fovea::NoteEditor</name>
    <message>
        <source>Words of the note</source>
        <translation>Worte der Notiz</translation>
    </message>
    <message>
        <source>Title of the frame</source>
        <translation>Titel des Rahmens</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
</context>
<context>
    <name>fovea::OptionsPage</name>
    <message>
        <source>What was decided about the data</source>
        <translation>Was über die Daten entschieden wurde</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>Beispiele jeder Klasse</translation>
    </message>
    <message>
        <source>How shall it be imported?</source>
        <translation>Wie soll es importiert werden?</translation>
    </message>
    <message>
        <source>A part of the training samples is kept apart to validate with.</source>
        <translation>Ein Teil der Beispiele zum Trainieren wird zum Validieren beiseite gelegt.</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Es wird nachgesehen…</translation>
    </message>
    <message>
        <source>There is a data set &quot;%1&quot; already.</source>
        <translation>Es gibt schon einen Datensatz „%1“.</translation>
    </message>
</context>
<context>
    <name>fovea::PanelHeader</name>
    <message>
        <source>Float or dock the panel %1</source>
        <translation>Die Leiste %1 ablösen oder andocken</translation>
    </message>
    <message>
        <source>Hide the panel %1</source>
        <translation>Die Leiste %1 verbergen</translation>
    </message>
</context>
<context>
    <name>fovea::ParallelPlot</name>
    <message>
        <source>Settings and results of the configurations</source>
        <translation>Einstellungen und Ergebnisse der Konfigurationen</translation>
    </message>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n Konfiguration</numerusform>
            <numerusform>%n Konfigurationen</numerusform>
        </translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>beste: %1</translation>
    </message>
    <message>
        <source>highlighted: %1</source>
        <translation>hervorgehoben: %1</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Lower is better: the lowest value is at the top.</source>
        <translation>Niedriger ist besser: Der niedrigste Wert ist oben.</translation>
    </message>
    <message>
        <source>Higher is better: the highest value is at the top.</source>
        <translation>Höher ist besser: Der höchste Wert ist oben.</translation>
    </message>
    <message>
        <source>Drag along the axis to select a range. A click beside the range or Escape ends it.</source>
        <translation>Ziehen entlang der Achse wählt einen Bereich aus. Ein Klick neben den Bereich oder Esc beendet ihn.</translation>
    </message>
    <message>
        <source>Copy the values</source>
        <translation>Die Werte kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::PlotHeader</name>
    <message>
        <source>smoothing off</source>
        <translation>Glättung aus</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Draw a moving average of the values</source>
        <translation>Einen gleitenden Mittelwert der Werte zeichnen</translation>
    </message>
    <message>
        <source>Logarithmic values</source>
        <translation>Logarithmische Werte</translation>
    </message>
    <message>
        <source>What runs from left to right</source>
        <translation>Was von links nach rechts läuft</translation>
    </message>
    <message>
        <source>Save this plot as PNG, PDF or CSV</source>
        <translation>Diese Kurven als PNG, PDF oder CSV speichern</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Axis: %1</source>
        <translation>Achse: %1</translation>
    </message>
    <message>
        <source>smoothing %1</source>
        <translation>Glättung %1</translation>
    </message>
    <message>
        <source>Show all plots again</source>
        <translation>Wieder alle Diagramme zeigen</translation>
    </message>
    <message>
        <source>Show this plot alone</source>
        <translation>Nur dieses Diagramm zeigen</translation>
    </message>
</context>
<context>
    <name>fovea::PlotLegend</name>
    <message>
        <source>Click a name to hide or show its curve</source>
        <translation>Klicken Sie einen Namen an, um seine Kurve zu verbergen oder zu zeigen</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>relative time</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>Uhrzeit</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>fovea::PointCloud</name>
    <message>
        <source>Samples on a plane</source>
        <translation>Beispiele in der Ebene</translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n ausgewählt</numerusform>
            <numerusform>%n ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy the points</source>
        <translation>Punkte kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::PredictionCard</name>
    <message>
        <source>live input</source>
        <translation>Live-Eingabe</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Back to the samples</source>
        <translation>Zurück zu den Beispielen</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>The most probable classes</source>
        <translation>Die wahrscheinlichsten Klassen</translation>
    </message>
    <message>
        <source>Truth:</source>
        <translation>Wahrheit:</translation>
    </message>
    <message>
        <source>sample %1 · %2</source>
        <translation>Beispiel %1 · %2</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>How the answer is explained</source>
        <translation>Wie die Antwort erklärt wird</translation>
    </message>
    <message>
        <source>No explanation</source>
        <translation>Keine Erklärung</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Red speaks for “%1”, blue against it.</source>
        <translation>Rot spricht für „%1“, Blau dagegen.</translation>
    </message>
    <message>
        <source>Red is where “%1” sees what speaks for “%2”.</source>
        <translation>Rot ist, wo „%1“ sieht, was für „%2“ spricht.</translation>
    </message>
    <message>
        <source>Click a class to explain that one.</source>
        <translation>Klicken Sie auf eine Klasse, um diese zu erklären.</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <source>Compares all methods, in place of the layer</source>
        <translation>Vergleicht alle Methoden, an Stelle der Schicht</translation>
    </message>
    <message>
        <source>Working it out: %1 %</source>
        <translation>Wird berechnet: %1 %</translation>
    </message>
    <message>
        <source>What the method says cannot be shown over this sample.</source>
        <translation>Was die Methode sagt, lässt sich über diesem Beispiel nicht zeigen.</translation>
    </message>
    <message>
        <source>The network answers with something that is not a number. Its layers show where that begins; an earlier checkpoint may be sound.</source>
        <translation>Das Netz antwortet mit etwas, das keine Zahl ist. Seine Schichten zeigen, wo das beginnt; ein früherer Checkpoint ist vielleicht in Ordnung.</translation>
    </message>
    <message>
        <source>Slice of the volume</source>
        <translation>Schnitt durch das Volumen</translation>
    </message>
    <message>
        <source>Slice %1 of %2</source>
        <translation>Schnitt %1 von %2</translation>
    </message>
</context>
<context>
    <name>fovea::PresetButton</name>
    <message>
        <source>Settings from…</source>
        <translation>Einstellungen von…</translation>
    </message>
    <message>
        <source>Take the settings of an earlier run, of a preset or the defaults, or save these as a preset</source>
        <translation>Die Einstellungen eines früheren Laufs, einer Vorlage oder die Vorgaben übernehmen, oder diese als Vorlage speichern</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>Zurück zu den Vorgaben</translation>
    </message>
    <message>
        <source>Takes back every setting that was changed by hand</source>
        <translation>Nimmt alle Einstellungen zurück, die von Hand geändert wurden</translation>
    </message>
    <message>
        <source>Save these settings…</source>
        <translation>Diese Einstellungen speichern…</translation>
    </message>
    <message>
        <source>Delete a preset</source>
        <translation>Eine Vorlage löschen</translation>
    </message>
    <message>
        <source>As run %1 · %2</source>
        <translation>Wie Lauf %1 · %2</translation>
    </message>
    <message>
        <source>Save these settings</source>
        <translation>Diese Einstellungen speichern</translation>
    </message>
    <message>
        <source>Name of the preset, for all projects:</source>
        <translation>Name der Vorlage, für alle Projekte:</translation>
    </message>
</context>
<context>
    <name>fovea::ProbabilityBars</name>
    <message>
        <source>, the truth</source>
        <translation>, die Wahrheit</translation>
    </message>
    <message>
        <source>%1 ✓</source>
        <translation>%1 ✓</translation>
    </message>
</context>
<context>
    <name>fovea::ProblemList</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Close the list (Esc)</source>
        <translation>Die Liste schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the list of problems</source>
        <translation>Die Liste der Probleme schließen</translation>
    </message>
    <message>
        <source>Nothing is wrong with the network.</source>
        <translation>Am Netz ist nichts auszusetzen.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>Die Schicht zeigen</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>Das Netz</translation>
    </message>
</context>
<context>
    <name>fovea::ProjectCard</name>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>, best accuracy %1 %</source>
        <translation>, beste Genauigkeit %1 %</translation>
    </message>
    <message>
        <source>Open the project %1</source>
        <translation>Das Projekt %1 öffnen</translation>
    </message>
    <message>
        <source>Take out of this list; the folder stays (Delete)</source>
        <translation>Aus dieser Liste nehmen; der Ordner bleibt (Entf)</translation>
    </message>
    <message>
        <source>Take %1 out of the list</source>
        <translation>%1 aus der Liste nehmen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Take out of this list</source>
        <translation>Aus dieser Liste nehmen</translation>
    </message>
</context>
<context>
    <name>fovea::ProjectionPage</name>
    <message>
        <source>PCA</source>
        <translation>PCA</translation>
    </message>
    <message>
        <source>t-SNE</source>
        <translation>t-SNE</translation>
    </message>
    <message>
        <source>UMAP</source>
        <translation>UMAP</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projizieren</translation>
    </message>
    <message>
        <source>Not projected yet</source>
        <translation>Noch nicht projiziert</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>select</source>
        <translation>auswählen</translation>
    </message>
    <message>
        <source>Choose a point to see the sample, its prediction and why. Drag around points to select them.</source>
        <translation>Wählen Sie einen Punkt, um das Beispiel, die Vorhersage und ihren Grund zu sehen. Ziehen Sie um Punkte herum, um sie auszuwählen.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose activations are compared</source>
        <translation>Die Schicht, deren Aktivierungen verglichen werden</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>PCA keeps the largest differences; t-SNE and UMAP keep neighbours together</source>
        <translation>PCA erhält die größten Unterschiede; t-SNE und UMAP halten Nachbarn zusammen</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Beispiele</translation>
    </message>
    <message>
        <source>Number of samples</source>
        <translation>Anzahl der Beispiele</translation>
    </message>
    <message>
        <source>At most so many, evenly spread over the split</source>
        <translation>Höchstens so viele, gleichmäßig über den Teil verteilt</translation>
    </message>
    <message>
        <source>Progress of the projection</source>
        <translation>Fortschritt der Projektion</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>Bedeutung der Farben</translation>
    </message>
    <message>
        <source>Shows pictures of samples where they do not overlap</source>
        <translation>Zeigt Bilder der Beispiele, wo sie einander nicht überdecken</translation>
    </message>
    <message>
        <source>Selects all samples of a class, or those that are predicted wrongly</source>
        <translation>Wählt alle Beispiele einer Klasse aus, oder die falsch vorhergesagten</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>einpassen</translation>
    </message>
    <message>
        <source>Shows all points (0)</source>
        <translation>Zeigt alle Punkte (0)</translation>
    </message>
    <message>
        <source>No layer to project</source>
        <translation>Keine Schicht zu projizieren</translation>
    </message>
    <message>
        <source>No samples to project</source>
        <translation>Keine Beispiele zu projizieren</translation>
    </message>
    <message>
        <source>The network has no layer of numbers.</source>
        <translation>Das Netz hat keine Schicht mit Zahlen.</translation>
    </message>
    <message>
        <source>Import a data set, or choose one to train on.</source>
        <translation>Importieren Sie einen Datensatz, oder wählen Sie einen zum Trainieren.</translation>
    </message>
    <message>
        <source>%1 is not projected yet</source>
        <translation>%1 ist noch nicht projiziert</translation>
    </message>
    <message>
        <source>Projecting %1</source>
        <translation>%1 wird projiziert</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Finding the principal components</source>
        <translation>Hauptkomponenten werden gesucht</translation>
    </message>
    <message>
        <source>%1 % of this step, %2 s left</source>
        <translation>%1 % dieses Schritts, noch %2 s</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 samples of %2 numbers</source>
        <translation>%1 Beispiele aus %2 Zahlen</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n ausgewählt</numerusform>
            <numerusform>%n ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>drag around points, or choose a class in the legend</source>
        <translation>um Punkte herum ziehen oder eine Klasse in der Legende wählen</translation>
    </message>
    <message>
        <source>All samples</source>
        <translation>Alle Beispiele</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Predicted wrongly</source>
        <translation>Falsch vorhergesagt</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>Label: %1</source>
        <translation>Klasse: %1</translation>
    </message>
    <message>
        <source>Prediction: %1, %2 %</source>
        <translation>Vorhersage: %1, %2 %</translation>
    </message>
    <message>
        <source>Loss: %1</source>
        <translation>Verlust: %1</translation>
    </message>
    <message>
        <source>%2 samples of %3 go through %1, in the background. Those that look alike to this layer come to lie together.</source>
        <translation>%2 Beispiele aus %3 gehen im Hintergrund durch %1. Was für diese Schicht ähnlich aussieht, kommt beieinander zu liegen.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>Truth %1, answer %2</source>
        <translation>Wahrheit %1, Antwort %2</translation>
    </message>
    <message>
        <source>Prediction: %1</source>
        <translation>Vorhersage: %1</translation>
    </message>
</context>
<context>
    <name>fovea::QueueModel</name>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Vorrang</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>fovea::QueuePanel</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Waiting runs</source>
        <translation>Wartende Läufe</translation>
    </message>
    <message>
        <source>Priority: %1</source>
        <translation>Vorrang: %1</translation>
    </message>
    <message>
        <source>Priority of the waiting run</source>
        <translation>Vorrang des wartenden Laufs</translation>
    </message>
    <message>
        <source>Begin this run earlier</source>
        <translation>Diesen Lauf früher beginnen</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Begin this run later</source>
        <translation>Diesen Lauf später beginnen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Take this run out of the queue</source>
        <translation>Diesen Lauf aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Let the waiting runs begin, each as soon as its device is free</source>
        <translation>Die wartenden Läufe beginnen lassen, jeden, sobald sein Gerät frei ist</translation>
    </message>
    <message>
        <source>Let no waiting run begin; the run that is under way goes on</source>
        <translation>Keinen wartenden Lauf beginnen lassen; der laufende geht weiter</translation>
    </message>
    <message>
        <source>The queue is held.</source>
        <translation>Die Warteschlange ist angehalten.</translation>
    </message>
    <message>
        <source>Each run begins as soon as its device is free.</source>
        <translation>Jeder Lauf beginnt, sobald sein Gerät frei ist.</translation>
    </message>
</context>
<context>
    <name>fovea::RatePlot</name>
    <message>
        <source>Loss by learning rate</source>
        <translation>Verlust nach Lernrate</translation>
    </message>
    <message>
        <source>Learning rate %1</source>
        <translation>Lernrate %1</translation>
    </message>
    <message>
        <source>Learning rate → loss</source>
        <translation>Lernrate → Verlust</translation>
    </message>
</context>
<context>
    <name>fovea::RateSearchDialog</name>
    <message>
        <source>The network trains for a moment on a copy, and its rate rises from step to step. Nothing of it is kept.</source>
        <translation>Eine Kopie des Netzes trainiert kurz, und ihre Rate steigt von Schritt zu Schritt. Nichts davon wird behalten.</translation>
    </message>
    <message>
        <source>Use this rate</source>
        <translation>Diese Rate verwenden</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>Lernrate suchen</translation>
    </message>
    <message>
        <source>Progress of the trial</source>
        <translation>Fortschritt des Versuchs</translation>
    </message>
    <message>
        <source>The loss falls fastest at a rate of %1, and is lowest at %2.</source>
        <translation>Der Verlust fällt am schnellsten bei einer Rate von %1 und ist am kleinsten bei %2.</translation>
    </message>
    <message>
        <source>The loss fell at no rate: look at the data, the loss and the weights that the network starts with.</source>
        <translation>Der Verlust ist bei keiner Rate gefallen: Prüfen Sie die Daten, die Verlustschicht und die Anfangsgewichte des Netzes.</translation>
    </message>
    <message>
        <source>It explodes above %1.</source>
        <translation>Über %1 explodiert er.</translation>
    </message>
    <message>
        <source>Click into the plot to choose another one.</source>
        <translation>Klicken Sie in das Diagramm, um eine andere zu wählen.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>The loss is not a finite number at the first rate: look at the data, the loss and the weights that the network starts with.</source>
        <translation>Der Verlust ist bei der ersten Rate keine endliche Zahl: Prüfen Sie die Daten, die Verlustschicht und die Anfangsgewichte des Netzes.</translation>
    </message>
</context>
<context>
    <name>fovea::RatesCard</name>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>Which curve</source>
        <translation>Welche Kurve</translation>
    </message>
    <message>
        <source>Curve over the thresholds of a class</source>
        <translation>Kurve über den Schwellen einer Klasse</translation>
    </message>
    <message>
        <source>This split has only samples of one kind for the class: there is nothing to tell apart.</source>
        <translation>Dieser Split hat für die Klasse nur Beispiele einer Art: Es gibt nichts zu unterscheiden.</translation>
    </message>
    <message>
        <source>false alarms</source>
        <translation>Fehlalarme</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>threshold %1: precision %2, recall %3, false alarms %4</source>
        <translation>Schwelle %1: Präzision %2, Trefferquote %3, Fehlalarme %4</translation>
    </message>
    <message>
        <source>threshold %1: precision %2, recall %3</source>
        <translation>Schwelle %1: Präzision %2, Trefferquote %3</translation>
    </message>
</context>
<context>
    <name>fovea::RidgePlot</name>
    <message>
        <source>From %1 to %2 at step %3</source>
        <translation>Von %1 bis %2 bei Schritt %3</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
</context>
<context>
    <name>fovea::RunDetails</name>
    <message>
        <source>Use these for the next run</source>
        <translation>Für den nächsten Lauf verwenden</translation>
    </message>
    <message>
        <source>Puts the settings of this run into the form of the next one</source>
        <translation>Setzt die Einstellungen dieses Laufs in das Formular des nächsten</translation>
    </message>
    <message>
        <source>Settings it has</source>
        <translation>Einstellungen, die er hat</translation>
    </message>
    <message>
        <source>Learning rate over the run</source>
        <translation>Lernrate über den Lauf</translation>
    </message>
    <message>
        <source>Learning rate now</source>
        <translation>Lernrate jetzt</translation>
    </message>
    <message>
        <source>Learning rate of the run</source>
        <translation>Lernrate des Laufs</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Change the learning rate from the next step on</source>
        <translation>Die Lernrate vom nächsten Schritt an ändern</translation>
    </message>
    <message>
        <source>Continue to epoch</source>
        <translation>Fortsetzen bis Epoche</translation>
    </message>
    <message>
        <source>How many epochs the run has in all when it is continued</source>
        <translation>Wie viele Epochen der Lauf im Ganzen hat, wenn er fortgesetzt wird</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Epochs done</source>
        <translation>Fertige Epochen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The rate must be a number above 0, at most 1000.</source>
        <translation>Die Rate muss eine Zahl über 0 und höchstens 1000 sein.</translation>
    </message>
    <message>
        <source>What the step waits for</source>
        <translation>Worauf der Schritt wartet</translation>
    </message>
    <message>
        <source>Setting to change during the run</source>
        <translation>Einstellung, die während des Laufs geändert wird</translation>
    </message>
    <message>
        <source>New value</source>
        <translation>Neuer Wert</translation>
    </message>
    <message>
        <source>Change this setting from the next step on; the run notes it, and “run again exactly” repeats it</source>
        <translation>Diese Einstellung ab dem nächsten Schritt ändern; der Lauf vermerkt es, und „genau wiederholen“ ändert sie ebenso</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Edit the augmentation of the run</source>
        <translation>Die Augmentierung des Laufs bearbeiten</translation>
    </message>
    <message>
        <source>Change the random transforms of the training samples from the next step on, seen on the samples themselves</source>
        <translation>Die zufälligen Transformationen der Trainingsbeispiele ab dem nächsten Schritt ändern, an den Beispielen selbst zu sehen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Only the curves of this run are known, not its settings: another program made it.</source>
        <translation>Von diesem Lauf sind nur die Kurven bekannt, nicht die Einstellungen, da er aus einem anderen Programm stammt.</translation>
    </message>
</context>
<context>
    <name>fovea::RunDiff</name>
    <message>
        <source>show equal ones</source>
        <translation>auch gleiche</translation>
    </message>
    <message>
        <source>Also list the settings that are the same in all of the runs</source>
        <translation>Auch die Einstellungen nennen, die in allen Läufen gleich sind</translation>
    </message>
    <message>
        <source>Differences of the runs</source>
        <translation>Unterschiede der Läufe</translation>
    </message>
    <message>
        <source>Check two or more runs in the table to see in what they differ.</source>
        <translation>Haken Sie in der Tabelle zwei oder mehr Läufe an, um zu sehen, worin sie sich unterscheiden.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Settings that differ: %1</source>
        <translation>Verschiedene Einstellungen: %1</translation>
    </message>
    <message>
        <source>equal: %1</source>
        <translation>gleich: %1</translation>
    </message>
    <message>
        <source>differences of the networks: %1</source>
        <translation>Unterschiede der Netze: %1</translation>
    </message>
    <message>
        <source>the networks are equal</source>
        <translation>die Netze sind gleich</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>zeichnen</translation>
    </message>
    <message>
        <source>Draw the networks</source>
        <translation>Die Netze zeichnen</translation>
    </message>
    <message>
        <source>Show on a drawing in what the networks of these runs differ</source>
        <translation>Auf einer Zeichnung zeigen, worin sich die Netze dieser Läufe unterscheiden</translation>
    </message>
    <message>
        <source>Only the curves of these runs can be compared, since other programs do not tell their settings.</source>
        <translation>Von diesen Läufen lassen sich nur die Kurven vergleichen, da andere Programme ihre Einstellungen nicht mitteilen.</translation>
    </message>
</context>
<context>
    <name>fovea::RunInspector</name>
    <message>
        <source>Next run</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>The settings that the next run will have</source>
        <translation>Die Einstellungen, die der nächste Lauf haben wird</translation>
    </message>
    <message>
        <source>The settings of the run that is looked at</source>
        <translation>Die Einstellungen des Laufs, der gezeigt wird</translation>
    </message>
    <message>
        <source>The network that is drawn in Network</source>
        <translation>Das Netz, das unter Netz gezeichnet ist</translation>
    </message>
    <message>
        <source>The data set that the next run trains on, whichever is looked at in Data</source>
        <translation>Der Datensatz, mit dem der nächste Lauf trainiert, welcher auch unter Daten gezeigt wird</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Learning rate over the run</source>
        <translation>Lernrate über den Lauf</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Defaults of %1: %2.</source>
        <translation>Vorgaben von %1: %2.</translation>
    </message>
    <message>
        <source>Find a learning rate…</source>
        <translation>Lernrate suchen …</translation>
    </message>
    <message>
        <source>A short trial in which the rate rises shows where the loss falls, and where it explodes</source>
        <translation>Ein kurzer Versuch mit steigender Rate zeigt, wo der Verlust fällt und wo er explodiert</translation>
    </message>
    <message>
        <source>Estimate time and memory</source>
        <translation>Zeit und Speicher schätzen</translation>
    </message>
    <message>
        <source>Measures some steps and says how long the run will take; nothing is kept of them</source>
        <translation>Misst einige Schritte und sagt, wie lange der Lauf dauern wird; von ihnen bleibt nichts</translation>
    </message>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>%n gesetzt</numerusform>
            <numerusform>%n gesetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>The batch is small because there are few samples.</source>
        <translation>Der Batch ist klein, weil es wenige Beispiele gibt.</translation>
    </message>
</context>
<context>
    <name>fovea::RunLog</name>
    <message>
        <source>epoch %1: train loss %2</source>
        <translation>Epoche %1: Verlust im Training %2</translation>
    </message>
    <message>
        <source>, validation loss %1</source>
        <translation>, in der Validierung %1</translation>
    </message>
    <message>
        <source>, accuracy %1 %</source>
        <translation>, Genauigkeit %1 %</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>, %1 s</source>
        <translation>, %1 s</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>gespeichert: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 epochs</source>
        <translation>%1: %2 von %3 Epochen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>started on %1, %2</source>
        <translation>begonnen auf %1, %2</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>started on %1</source>
        <translation>begonnen am %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>fovea::RunNetworks</name>
    <message>
        <source>Networks of the runs</source>
        <translation>Netze der Läufe</translation>
    </message>
    <message>
        <source>The network of</source>
        <translation>Das Netz von</translation>
    </message>
    <message>
        <source>Run whose network is drawn</source>
        <translation>Lauf, dessen Netz gezeichnet wird</translation>
    </message>
</context>
<context>
    <name>fovea::RunNoteDialog</name>
    <message>
        <source>Tags and note: %1</source>
        <translation>Stichworte und Anmerkung: %1</translation>
    </message>
    <message>
        <source>paper, baseline</source>
        <translation>Artikel, Vergleich</translation>
    </message>
    <message>
        <source>Tags, with commas between</source>
        <translation>Stichworte, mit Kommas getrennt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
</context>
<context>
    <name>fovea::RunPage</name>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>You can cancel at any time; nothing half-made stays behind.</source>
        <translation>Sie können jederzeit abbrechen; nichts Halbes bleibt zurück.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Es beginnt…</translation>
    </message>
    <message>
        <source>Importing %1</source>
        <translation>%1 wird importiert</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>The import did not succeed.</source>
        <translation>Der Import gelang nicht.</translation>
    </message>
    <message>
        <source>%1 samples: %2 to train, %3 to validate, %4 to test.</source>
        <translation>%1 Beispiele: %2 zum Trainieren, %3 zum Validieren, %4 zum Testen.</translation>
    </message>
    <message>
        <source>%1 have the same content as another.</source>
        <translation>%1 haben denselben Inhalt wie ein anderes.</translation>
    </message>
    <message>
        <source>%1 of them are in another split, where the source has them: a network is tested on what it has seen.</source>
        <translation>%1 davon liegen in einem anderen Split, wo die Quelle sie hat: Ein Netz wird mit dem geprüft, was es gesehen hat.</translation>
    </message>
    <message>
        <source>%1 that validate or test look nearly like one of an earlier split.</source>
        <translation>%1, die validieren oder testen, sehen fast aus wie eines aus einem früheren Split.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>The data set &quot;%1&quot; is in the project.</source>
        <translation>Der Datensatz „%1“ ist im Projekt.</translation>
    </message>
    <message>
        <source>%1 more samples were imported: now there are %2.</source>
        <translation>%1 weitere Beispiele wurden importiert: Jetzt sind es %2.</translation>
    </message>
    <message>
        <source>What is left out still cannot be read.</source>
        <translation>Was ausgelassen ist, kann noch immer nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Groups with samples in several splits, where the source has them: %1. A network is tested on what it has seen.</source>
        <translation>Gruppen mit Beispielen in mehreren Splits, wo die Quelle sie hat: %1. Ein Netz wird mit dem geprüft, was es gesehen hat.</translation>
    </message>
</context>
<context>
    <name>fovea::RunPlots</name>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>lowest · epoch %1 · %2</source>
        <translation>niedrigster · Epoche %1 · %2</translation>
    </message>
    <message>
        <source>best · epoch %1 · %2</source>
        <translation>bester · Epoche %1 · %2</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>ein Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1, mean of %2 seeds</source>
        <translation>%1, Mittel über %2 Startwerte</translation>
    </message>
    <message>
        <source>mean and deviation over seeds</source>
        <translation>Mittel und Abweichung über die Startwerte</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>mean over seeds</source>
        <translation>Mittel der Startwerte</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Which values of the runs are laid over each other</source>
        <translation>Welche Werte der Läufe übereinandergelegt werden</translation>
    </message>
    <message>
        <source>Validation, or training where there is none</source>
        <translation>Validierung, oder Training, wo es keine gibt</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Draw runs that differ only in their seed as one mean with its deviation</source>
        <translation>Läufe, die sich nur im Startwert unterscheiden, als Mittel mit Abweichung zeichnen</translation>
    </message>
    <message>
        <source>Which metrics have a plot</source>
        <translation>Welche Maße ein Diagramm haben</translation>
    </message>
    <message>
        <source>Stop comparing: show the selected run alone</source>
        <translation>Nicht mehr vergleichen: nur den gewählten Lauf zeigen</translation>
    </message>
    <message>
        <source>Move to the front</source>
        <translation>Nach vorn</translation>
    </message>
    <message>
        <source>Hide this plot</source>
        <translation>Dieses Diagramm ausblenden</translation>
    </message>
    <message>
        <source>%1 laid over each other</source>
        <translation>%1 übereinandergelegt</translation>
    </message>
    <message>
        <source>Learning rate %1 throughout</source>
        <translation>Lernrate durchweg %1</translation>
    </message>
    <message>
        <source>Learning rate %1 now</source>
        <translation>Lernrate jetzt %1</translation>
    </message>
    <message>
        <source>%1 samples per second</source>
        <translation>%1 Beispiele je Sekunde</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Put back among the plots</source>
        <translation>Zurück zu den anderen Diagrammen</translation>
    </message>
    <message>
        <source>Show in a window of its own</source>
        <translation>In einem eigenen Fenster zeigen</translation>
    </message>
</context>
<context>
    <name>fovea::RunTable</name>
    <message>
        <source>group</source>
        <translation>gruppieren</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>vergleichen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Filter: lr&lt;0.01 accuracy&gt;0.9 tag:paper …</source>
        <translation>Filter: lr&lt;0.01 accuracy&gt;0.9 tag:Artikel …</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>Filter der Läufe</translation>
    </message>
    <message>
        <source>Words of a run&apos;s name, data, tags or note; names of settings and metrics with &lt;, &lt;=, &gt;, &gt;=, =, != or &quot;:&quot; (contains); a &quot;-&quot; before what is not wanted</source>
        <translation>Wörter aus Name, Daten, Stichworten oder Anmerkung eines Laufs; Namen von Einstellungen und Maßen mit &lt;, &lt;=, &gt;, &gt;=, =, != oder „:“ (enthält); ein „-“ vor dem, was nicht gewünscht ist</translation>
    </message>
    <message>
        <source>Bring runs together that are alike in a setting</source>
        <translation>Läufe zusammenbringen, die in einer Einstellung gleich sind</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Which settings and metrics have a column</source>
        <translation>Welche Einstellungen und Maße eine Spalte haben</translation>
    </message>
    <message>
        <source>Lay the selected runs over each other (Space checks or unchecks them)</source>
        <translation>Die gewählten Läufe übereinanderlegen (die Leertaste hakt sie an oder ab)</translation>
    </message>
    <message>
        <source>Compare the selected runs</source>
        <translation>Die gewählten Läufe vergleichen</translation>
    </message>
    <message>
        <source>Compare none</source>
        <translation>Keine vergleichen</translation>
    </message>
    <message>
        <source>Tags and note…</source>
        <translation>Stichworte und Anmerkung …</translation>
    </message>
    <message>
        <source>group: %1</source>
        <translation>Gruppe: %1</translation>
    </message>
    <message>
        <source>No run has anything that is called &quot;%1&quot;.</source>
        <translation>Kein Lauf hat etwas, das „%1“ heißt.</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Keine Gruppen</translation>
    </message>
    <message>
        <source>compare none</source>
        <translation>keine vergleichen</translation>
    </message>
</context>
<context>
    <name>fovea::RunTableModel</name>
    <message>
        <source>created</source>
        <translation>angelegt</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>%1 · run %2</source>
        <translation>%1 · Lauf %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Best accuracy</source>
        <translation>Beste Genauigkeit</translation>
    </message>
    <message>
        <source>Best epoch</source>
        <translation>Beste Epoche</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichworte</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1, zuletzt</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1, bester Wert</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
</context>
<context>
    <name>fovea::RunningBar</name>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Look at the run that is under way; it is steered there</source>
        <translation>Den Lauf ansehen, der gerade läuft; dort wird er gesteuert</translation>
    </message>
    <message>
        <source>%1 is paused</source>
        <translation>%1 ist pausiert</translation>
    </message>
    <message>
        <source>%1 is under way</source>
        <translation>%1 läuft</translation>
    </message>
    <message>
        <source>: epoch %1 of %2, %3 %</source>
        <translation>: Epoche %1 von %2, %3 %</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message numerus="yes">
        <source>; %n more</source>
        <translation>
            <numerusform>; %n weiterer</numerusform>
            <numerusform>; %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>; it waits for data</source>
        <translation>; er wartet auf Daten</translation>
    </message>
    <message>
        <source>; it waits for the host</source>
        <translation>; er wartet auf den Host</translation>
    </message>
</context>
<context>
    <name>fovea::SampleBrowser</name>
    <message>
        <source>Measuring samples</source>
        <translation>Beispiele werden vermessen</translation>
    </message>
    <message>
        <source>Looking for damaged samples</source>
        <translation>Beschädigte Beispiele werden gesucht</translation>
    </message>
    <message>
        <source>Asking %1 about every sample</source>
        <translation>%1 wird nach jedem Beispiel gefragt</translation>
    </message>
</context>
<context>
    <name>fovea::SamplePanel</name>
    <message>
        <source>PNG, %1</source>
        <translation>PNG, %1</translation>
    </message>
    <message>
        <source>JPEG, %1</source>
        <translation>JPEG, %1</translation>
    </message>
    <message>
        <source>Selected sample</source>
        <translation>Ausgewähltes Beispiel</translation>
    </message>
    <message>
        <source>What it is to become</source>
        <translation>Was daraus werden soll</translation>
    </message>
    <message>
        <source>The selected sample</source>
        <translation>Das ausgewählte Beispiel</translation>
    </message>
    <message>
        <source>The wheel zooms, a double click fits; Enter in the grid opens a window of its own</source>
        <translation>Das Rad vergrößert, ein Doppelklick passt ein; Enter im Raster öffnet ein eigenes Fenster</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>How strongly the mask covers the image</source>
        <translation>Wie stark die Maske das Bild bedeckt</translation>
    </message>
    <message>
        <source>Text of the selected sample</source>
        <translation>Text des ausgewählten Beispiels</translation>
    </message>
    <message>
        <source>The target of the selected sample</source>
        <translation>Das Ziel des ausgewählten Beispiels</translation>
    </message>
    <message>
        <source>Class of the selected samples</source>
        <translation>Klasse der ausgewählten Beispiele</translation>
    </message>
    <message>
        <source>Gives the selected samples another class (R)</source>
        <translation>Gibt den ausgewählten Beispielen eine andere Klasse (R)</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Verschieben nach</translation>
    </message>
    <message>
        <source>Moves the selected samples to another split (M)</source>
        <translation>Verschiebt die ausgewählten Beispiele in einen anderen Split (M)</translation>
    </message>
    <message>
        <source>Several classes</source>
        <translation>Mehrere Klassen</translation>
    </message>
    <message>
        <source>No class</source>
        <translation>Keine Klasse</translation>
    </message>
    <message>
        <source>New class…</source>
        <translation>Neue Klasse…</translation>
    </message>
    <message>
        <source>%1 samples selected</source>
        <translation>%1 Beispiele ausgewählt</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Puts the selected samples back into their splits (Shift+Delete)</source>
        <translation>Legt die ausgewählten Beispiele in ihre Splits zurück (Umschalt+Entf)</translation>
    </message>
    <message>
        <source>Takes the selected samples out of every split; nothing is deleted (Delete)</source>
        <translation>Nimmt die ausgewählten Beispiele aus jedem Split; nichts wird gelöscht (Entf)</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Abschrift</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>How sure the network is of it</source>
        <translation>Wie sicher sich das Netz ist</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>The higher, the more the network is at odds with the class</source>
        <translation>Je höher, desto mehr widerspricht das Netz der Klasse</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Left out of %1</source>
        <translation>Ausgelassen aus %1</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Samples of one group are in one split</source>
        <translation>Beispiele einer Gruppe sind in einem Split</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>In der Datei</translation>
    </message>
    <message>
        <source>Its place in the file it came from, counted from 0</source>
        <translation>Seine Stelle in der Datei, aus der es kam, gezählt ab 0</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 ist nicht mehr da</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Mean of the grey image, 0 to 255</source>
        <translation>Mittel des grauen Bildes, 0 bis 255</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Standard deviation of the grey image</source>
        <translation>Standardabweichung des grauen Bildes</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Its number in the store, as the terminal names it</source>
        <translation>Seine Nummer im Speicher, wie das Terminal sie nennt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Record %1 · %2</source>
        <translation>Eintrag %1 · %2</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichworte</translation>
    </message>
</context>
<context>
    <name>fovea::SampleShapeDialog</name>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Extent %1</source>
        <translation>Ausdehnung %1</translation>
    </message>
    <message>
        <source>How large are the samples?</source>
        <translation>Wie groß sind die Beispiele?</translation>
    </message>
    <message>
        <source>“%1” leaves it to its data how large samples are.</source>
        <translation>„%1“ überlässt es seinen Daten, wie groß Beispiele sind.</translation>
    </message>
    <message>
        <source>These are the samples of “%1”.</source>
        <translation>Das sind die Beispiele von „%1“.</translation>
    </message>
    <message>
        <source>No data set that fits is open to ask. Networks that read whole images take most heights and widths; others, of lines of text for one, are made for some alone.</source>
        <translation>Kein passender Datensatz ist offen, um nachzusehen. Netze, die ganze Bilder lesen, nehmen die meisten Höhen und Breiten; andere, etwa von Textzeilen, sind nur für manche gemacht.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>This input is one number for all samples, such as a sample rate</source>
        <translation>Dieser Eingang ist eine Zahl für alle Beispiele, etwa eine Abtastrate</translation>
    </message>
</context>
<context>
    <name>fovea::SamplesCard</name>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Samples with what was answered</source>
        <translation>Beispiele mit dem, was geantwortet wurde</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Most confident errors</source>
        <translation>Sicherste Fehler</translation>
    </message>
    <message>
        <source>Fixed: wrong in %1</source>
        <translation>Behoben: falsch in %1</translation>
    </message>
    <message>
        <source>Broken: right in %1</source>
        <translation>Verloren: richtig in %1</translation>
    </message>
    <message>
        <source>Hardest samples</source>
        <translation>Schwerste Beispiele</translation>
    </message>
    <message>
        <source>the worst first</source>
        <translation>das schlechteste zuerst</translation>
    </message>
    <message>
        <source>the surest first</source>
        <translation>das sicherste zuerst</translation>
    </message>
    <message>
        <source>as sure of another class as of its own samples</source>
        <translation>so sicher einer anderen Klasse wie deren eigener Beispiele</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>right here, wrong in %1</source>
        <translation>hier richtig, falsch in %1</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>wrong here, right in %1</source>
        <translation>hier falsch, richtig in %1</translation>
    </message>
    <message>
        <source>%1 recognised</source>
        <translation>%1 erkannt</translation>
    </message>
    <message>
        <source>%1 taken for %2</source>
        <translation>%1 gehalten für %2</translation>
    </message>
    <message>
        <source>Doubtful labels</source>
        <translation>Zweifelhafte Klassen</translation>
    </message>
    <message>
        <source>Which samples are shown: %1</source>
        <translation>Welche Beispiele gezeigt werden: %1</translation>
    </message>
    <message>
        <source>open in Data</source>
        <translation>in Daten öffnen</translation>
    </message>
    <message>
        <source>Shows the chosen samples in Data, or all of the list if none is chosen</source>
        <translation>Zeigt die gewählten Beispiele in Daten, oder die ganze Liste, wenn keines gewählt ist</translation>
    </message>
    <message>
        <source>Gives the chosen samples another class; it can be undone</source>
        <translation>Gibt den gewählten Beispielen eine andere Klasse; lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Leaves the chosen samples out of the data set; it can be undone</source>
        <translation>Nimmt die gewählten Beispiele aus dem Datensatz; lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Words by which the chosen samples are found again in Data; networks do not see them</source>
        <translation>Wörter, unter denen die gewählten Beispiele unter Daten wiedergefunden werden; Netze sehen sie nicht</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>Relabel</source>
        <translation>Neu beschriften</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichworte</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Relabels the chosen samples, leaves them out, or tags them</source>
        <translation>Kann die gewählten Beispiele neu beschriften, aus dem Datensatz nehmen oder mit Stichworten versehen</translation>
    </message>
</context>
<context>
    <name>fovea::ScalingDialog</name>
    <message>
        <source>From each device to the next, in each direction. Choose a usual link or type a number.</source>
        <translation>Von jedem Gerät zum nächsten, in jede Richtung. Wählen Sie eine übliche Verbindung oder geben Sie eine Zahl ein.</translation>
    </message>
    <message>
        <source>Bandwidth of the links (GB/s)</source>
        <translation>Bandbreite der Verbindungen (GB/s)</translation>
    </message>
    <message>
        <source>Most devices</source>
        <translation>Höchstens Geräte</translation>
    </message>
    <message>
        <source>Plan scaling</source>
        <translation>Skalierung planen</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Samples of each</source>
        <translation>Beispiele je Gerät</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Summing</source>
        <translation>Summieren</translation>
    </message>
    <message>
        <source>Times as fast</source>
        <translation>So vielmal so schnell</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Measured here</source>
        <translation>Hier gemessen</translation>
    </message>
    <message>
        <source>Plan by number of devices</source>
        <translation>Plan nach Zahl der Geräte</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Es wird gemessen…</translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation>Messung abbrechen</translation>
    </message>
    <message>
        <source>Measure here</source>
        <translation>Hier messen</translation>
    </message>
    <message>
        <source>Measure a step</source>
        <translation>Einen Schritt messen</translation>
    </message>
    <message>
        <source>Neither 2 nor 4 ranks can share this batch on the devices of this machine</source>
        <translation>Weder 2 noch 4 Ränge können sich diesen Batch auf den Geräten dieses Rechners teilen</translation>
    </message>
    <message>
        <source>Trains for a moment with %1 ranks on this machine</source>
        <translation>Trainiert einen Moment mit %1 Rängen auf diesem Rechner</translation>
    </message>
    <message>
        <source> and </source>
        <comment>two numbers</comment>
        <translation> und </translation>
    </message>
    <message>
        <source>A step is being measured on this machine.</source>
        <translation>Auf diesem Rechner wird ein Schritt gemessen.</translation>
    </message>
    <message>
        <source>No step is measured.</source>
        <translation>Es ist kein Schritt gemessen.</translation>
    </message>
    <message>
        <source>The bandwidth must be a positive number of gigabytes per second, such as 1.25.</source>
        <translation>Die Bandbreite muss eine positive Zahl von Gigabyte je Sekunde sein, etwa 1,25.</translation>
    </message>
    <message numerus="yes">
        <source>A step of %n samples takes %1 on one device, with %2 of gradients.</source>
        <translation>
            <numerusform>Ein Schritt mit %n Beispiel dauert auf einem Gerät %1, mit %2 an Gradienten.</numerusform>
            <numerusform>Ein Schritt mit %n Beispielen dauert auf einem Gerät %1, mit %2 an Gradienten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plan ends at %n devices, since more cannot share the batch. Choose a larger batch for the next run to plan for more.</source>
        <translation>
            <numerusform>Der Plan endet bei %n Gerät, da sich mehr den Batch nicht teilen können. Wählen Sie für den nächsten Lauf einen größeren Batch, um für mehr zu planen.</numerusform>
            <numerusform>Der Plan endet bei %n Geräten, da sich mehr den Batch nicht teilen können. Wählen Sie für den nächsten Lauf einen größeren Batch, um für mehr zu planen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranks on a processor share its cores, so what is measured there is the cost of working together.</source>
        <translation>Ränge auf einem Prozessor teilen sich seine Kerne; dort wird also gemessen, was die Zusammenarbeit kostet.</translation>
    </message>
    <message>
        <source>Predicts how much faster several devices like this one train the network. They share each batch and sum the gradients in a ring. A real step lies between two limits: the backward pass hides nothing of the sum, or everything.</source>
        <translation>Sagt voraus, wie viel schneller mehrere Geräte wie dieses das Netz trainieren. Sie teilen sich jeden Batch und summieren die Gradienten in einem Ring. Ein wirklicher Schritt liegt zwischen zwei Grenzen: Der Rückwärtslauf verdeckt nichts von der Summe, oder alles.</translation>
    </message>
    <message>
        <source>Something else slowed down the step of one device. Measure again when the machine is idle.</source>
        <translation>Etwas anderes hat den Schritt des einen Geräts gebremst. Messen Sie noch einmal, wenn der Rechner sonst nichts tut.</translation>
    </message>
</context>
<context>
    <name>fovea::ScalingPlot</name>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n Gerät</numerusform>
            <numerusform>%n Geräte</numerusform>
        </translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>Ideal</translation>
    </message>
    <message>
        <source>Everything hidden</source>
        <translation>Alles verdeckt</translation>
    </message>
    <message>
        <source>Nothing hidden</source>
        <translation>Nichts verdeckt</translation>
    </message>
    <message>
        <source>Measured here</source>
        <translation>Hier gemessen</translation>
    </message>
    <message>
        <source>Speed by number of devices</source>
        <translation>Geschwindigkeit nach Zahl der Geräte</translation>
    </message>
    <message numerus="yes">
        <source>predicted for %n devices: %1 to %2</source>
        <translation>
            <numerusform>vorhergesagt für %n Gerät: %1 bis %2</numerusform>
            <numerusform>vorhergesagt für %n Geräte: %1 bis %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>measured with %n devices: %1</source>
        <translation>
            <numerusform>gemessen mit %n Gerät: %1</numerusform>
            <numerusform>gemessen mit %n Geräten: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>highlighted: %1</source>
        <translation>hervorgehoben: %1</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>nothing hidden</source>
        <translation>nichts verdeckt</translation>
    </message>
    <message>
        <source>everything hidden</source>
        <translation>alles verdeckt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Predicted: nothing to everything hidden</source>
        <translation>Vorhersage: nichts bis alles verdeckt</translation>
    </message>
    <message>
        <source>Devices → times as fast as one</source>
        <translation>Geräte → so vielmal so schnell wie eines</translation>
    </message>
    <message>
        <source>Copy the values</source>
        <translation>Die Werte kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::ScatterPlot</name>
    <message>
        <source>Result by setting</source>
        <translation>Ergebnis nach Einstellung</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n Konfiguration</numerusform>
            <numerusform>%n Konfigurationen</numerusform>
        </translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>beste: %1</translation>
    </message>
    <message>
        <source>highlighted: %1</source>
        <translation>hervorgehoben: %1</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>niedrigster Wert</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>höchster Wert</translation>
    </message>
    <message>
        <source>lowest – highest</source>
        <translation>niedrigster – höchster</translation>
    </message>
    <message>
        <source>Copy the values</source>
        <translation>Die Werte kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::SchedulePlot</name>
    <message>
        <source>Learning rate over the run</source>
        <translation>Lernrate über den Lauf</translation>
    </message>
    <message>
        <source>1 epoch</source>
        <translation>1 Epoche</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 Epochen</translation>
    </message>
    <message>
        <source>step %1: rate %2</source>
        <translation>Schritt %1: Rate %2</translation>
    </message>
</context>
<context>
    <name>fovea::SchemaForm</name>
    <message>
        <source>From %1 to %2.</source>
        <translation>Von %1 bis %2.</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>Mindestens %1.</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>Höchstens %1.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Show these settings</source>
        <translation>Diese Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Fold these settings away</source>
        <translation>Diese Einstellungen wegklappen</translation>
    </message>
    <message>
        <source>folded away</source>
        <translation>weggeklappt</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
</context>
<context>
    <name>fovea::Session</name>
    <message>
        <source>Preparing the example</source>
        <translation>Das Beispielprojekt wird vorbereitet</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Looking for a learning rate</source>
        <translation>Lernrate wird gesucht</translation>
    </message>
    <message>
        <source>Measuring some steps</source>
        <translation>Einige Schritte werden gemessen</translation>
    </message>
    <message>
        <source>Measuring for the scaling plan</source>
        <translation>Messung für den Skalierungsplan</translation>
    </message>
</context>
<context>
    <name>fovea::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Runs of new projects begin with it; each run can have another</source>
        <translation>Läufe neuer Projekte beginnen damit; jeder Lauf kann ein anderes haben</translation>
    </message>
    <message>
        <source>as many as there are</source>
        <translation>so viele, wie es gibt</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>How many threads of the processor compute; takes effect at the next start of the program</source>
        <translation>So viele Threads des Prozessors rechnen; gilt ab dem nächsten Start des Programms</translation>
    </message>
    <message>
        <source>A moment after a change</source>
        <translation>Einen Augenblick nach einer Änderung</translation>
    </message>
    <message>
        <source>10 seconds after a change</source>
        <translation>10 Sekunden nach einer Änderung</translation>
    </message>
    <message>
        <source>A minute after a change</source>
        <translation>Eine Minute nach einer Änderung</translation>
    </message>
    <message>
        <source>Only when I save</source>
        <translation>Nur wenn ich speichere</translation>
    </message>
    <message>
        <source>Save the network</source>
        <translation>Das Netz speichern</translation>
    </message>
    <message>
        <source>It is always saved when a run begins, and when the project or the program is closed</source>
        <translation>Es wird immer gespeichert, wenn ein Lauf beginnt und wenn das Projekt oder das Programm geschlossen wird</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Takes effect at the next start of the program</source>
        <translation>Gilt ab dem nächsten Start des Programms</translation>
    </message>
</context>
<context>
    <name>fovea::SharePlot</name>
    <message>
        <source>Copy the values</source>
        <translation>Die Werte kopieren</translation>
    </message>
</context>
<context>
    <name>fovea::ShortcutPage</name>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Find an action or keys</source>
        <translation>Eine Aktion oder Tasten finden</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>New keys of the selected action</source>
        <translation>Neue Tasten der ausgewählten Aktion</translation>
    </message>
    <message>
        <source>Press the keys here; leave it empty for none</source>
        <translation>Drücken Sie hier die Tasten; leer bedeutet keine</translation>
    </message>
    <message>
        <source>The keys that the action came with</source>
        <translation>Die Tasten, mit denen die Aktion kam</translation>
    </message>
    <message>
        <source>Take them from it</source>
        <translation>Ihr wegnehmen</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>“%1” has these keys.</source>
        <translation>„%1“ hat diese Tasten.</translation>
    </message>
</context>
<context>
    <name>fovea::SkippedDialog</name>
    <message>
        <source>Not imported: %1</source>
        <translation>Nicht importiert: %1</translation>
    </message>
</context>
<context>
    <name>fovea::SkippedList</name>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>What was left out, and why</source>
        <translation>Was ausgelassen wurde, und warum</translation>
    </message>
    <message>
        <source>Opens the folder of the selected file</source>
        <translation>Öffnet den Ordner der ausgewählten Datei</translation>
    </message>
    <message>
        <source>Looks at the source again and adds what can be read now</source>
        <translation>Sieht noch einmal in die Quelle und nimmt hinzu, was jetzt gelesen werden kann</translation>
    </message>
    <message>
        <source>1 entry was left out:</source>
        <translation>1 Eintrag wurde ausgelassen:</translation>
    </message>
    <message>
        <source>%1 entries were left out:</source>
        <translation>%1 Einträge wurden ausgelassen:</translation>
    </message>
    <message>
        <source>%1 The first %2 are listed.</source>
        <translation>%1 Die ersten %2 stehen hier.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>%1, sample %2</source>
        <translation>%1, Beispiel %2</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Wird versucht…</translation>
    </message>
</context>
<context>
    <name>fovea::SourcePage</name>
    <message>
        <source>What do you want to import?</source>
        <translation>Was möchten Sie importieren?</translation>
    </message>
    <message>
        <source>Choose a folder or a file with samples. It is looked into; nothing is changed.</source>
        <translation>Wählen Sie einen Ordner oder eine Datei mit Beispielen. Es wird hineingesehen; nichts wird geändert.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Some of the samples</source>
        <translation>Einige der Beispiele</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>Ordner oder Datei</translation>
    </message>
    <message>
        <source>Folder or file to import</source>
        <translation>Ordner oder Datei zum Importieren</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Choose a folder to import</source>
        <translation>Einen Ordner zum Importieren wählen</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>Choose a file to import: a table, a list, a text, …</source>
        <translation>Eine Datei zum Importieren wählen: eine Tabelle, eine Liste, ein Text, …</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>Art der Daten</translation>
    </message>
    <message>
        <source>What the folder or file holds, where it is not what was recognised</source>
        <translation>Was der Ordner oder die Datei enthält, wo es nicht das Erkannte ist</translation>
    </message>
    <message>
        <source>Recognise it</source>
        <translation>Erkennen</translation>
    </message>
    <message>
        <source>Use Fashion-MNIST, which is installed here</source>
        <translation>Fashion-MNIST verwenden, das hier installiert ist</translation>
    </message>
    <message>
        <source>Choose a file to import</source>
        <translation>Eine Datei zum Importieren wählen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Es wird nachgesehen…</translation>
    </message>
    <message>
        <source>Found %1: %2</source>
        <translation>Gefunden: %1: %2</translation>
    </message>
    <message>
        <source>Import it as a new data set</source>
        <translation>Als neuen Datensatz importieren</translation>
    </message>
    <message>
        <source>Unpacking… %1 %</source>
        <translation>Wird ausgepackt… %1 %</translation>
    </message>
    <message>
        <source>The data set &quot;%1&quot; of this project was made of the same files.</source>
        <translation>Der Datensatz „%1“ dieses Projekts wurde aus denselben Dateien gemacht.</translation>
    </message>
    <message>
        <source>See what has changed since, and bring &quot;%1&quot; up to date</source>
        <translation>Sehen, was sich seither geändert hat, und „%1“ auf den neuen Stand bringen</translation>
    </message>
</context>
<context>
    <name>fovea::StartChoice</name>
    <message>
        <source>Every layer must find its weights</source>
        <translation>Jede Schicht muss Gewichte finden</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>Fresh weights, or those of a checkpoint where layers and shapes are the same</source>
        <translation>Frische Gewichte, oder die eines Checkpoints, wo Schichten und Formen gleich sind</translation>
    </message>
    <message>
        <source>Refuse to begin where a layer would begin with fresh weights</source>
        <translation>Nicht beginnen, wenn eine Schicht mit frischen Gewichten beginnen würde</translation>
    </message>
    <message>
        <source>Fresh weights</source>
        <translation>Frische Gewichte</translation>
    </message>
    <message>
        <source>Run %1 · epoch %2, best</source>
        <translation>Lauf %1 · Epoche %2, bester</translation>
    </message>
    <message>
        <source>Run %1 · epoch %2</source>
        <translation>Lauf %1 · Epoche %2</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei…</translation>
    </message>
    <message>
        <source>Weights to begin with</source>
        <translation>Gewichte für den Anfang</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>Checkpoints (*.safetensors)</translation>
    </message>
    <message>
        <source>Let the others begin fresh, or choose another checkpoint.</source>
        <translation>Lassen Sie die anderen frisch beginnen, oder wählen Sie einen anderen Checkpoint.</translation>
    </message>
    <message>
        <source>Looking which layers fit…</source>
        <translation>Es wird gesucht, welche Schichten passen…</translation>
    </message>
    <message>
        <source>The checkpoint is still being read.</source>
        <translation>Der Checkpoint wird noch gelesen.</translation>
    </message>
    <message>
        <source>Begin when it is known whether every layer finds its weights.</source>
        <translation>Beginnen Sie, sobald bekannt ist, ob jede Schicht ihre Gewichte findet.</translation>
    </message>
</context>
<context>
    <name>fovea::StatusStrip</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>Epoche %1 von %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Beisp./s</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::StepWalk</name>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>gradient of the output</source>
        <translation>Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>gradient of %1</source>
        <translation>Gradient von %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next batch</source>
        <translation>Nächster Batch</translation>
    </message>
    <message>
        <source>Tensors of the step, in the order of computation</source>
        <translation>Tensoren des Schritts, in der Reihenfolge der Berechnung</translation>
    </message>
    <message>
        <source>The tensor before</source>
        <translation>Der Tensor davor</translation>
    </message>
    <message>
        <source>The next tensor</source>
        <translation>Der nächste Tensor</translation>
    </message>
    <message>
        <source>Train another batch, and look at its tensors</source>
        <translation>Einen weiteren Batch trainieren und seine Tensoren ansehen</translation>
    </message>
    <message>
        <source>The numbers of the tensor</source>
        <translation>Die Zahlen des Tensors</translation>
    </message>
    <message>
        <source>%1 at %2, %3, %4</source>
        <translation>%1 bei %2, %3, %4</translation>
    </message>
    <message>
        <source>Step %1, loss %2: forward, then backward</source>
        <translation>Schritt %1, Verlust %2: vorwärts, dann rückwärts</translation>
    </message>
    <message>
        <source>Step %1: forward, then backward</source>
        <translation>Schritt %1: vorwärts, dann rückwärts</translation>
    </message>
    <message>
        <source>%1  %2 · %3</source>
        <translation>%1  %2 · %3</translation>
    </message>
    <message>
        <source>%1 (not finite)</source>
        <translation>%1 (nicht endlich)</translation>
    </message>
    <message>
        <source>%1 backward: %2, %3</source>
        <translation>%1 rückwärts: %2, %3</translation>
    </message>
    <message>
        <source>%1 forward: %2, %3</source>
        <translation>%1 vorwärts: %2, %3</translation>
    </message>
    <message>
        <source>The first sample of the batch</source>
        <translation>Das erste Beispiel des Batches</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>fovea::SweepAxisRow</name>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Setting that varies</source>
        <translation>Einstellung, die sich ändert</translation>
    </message>
    <message>
        <source>How its values are chosen</source>
        <translation>Wie ihre Werte gewählt werden</translation>
    </message>
    <message>
        <source>Values to try</source>
        <translation>Werte, die probiert werden</translation>
    </message>
    <message>
        <source>Separated by semicolons or spaces</source>
        <translation>Durch Strichpunkte oder Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Lowest value</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <source>Highest value</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <source>Let this setting not vary</source>
        <translation>Diese Einstellung nicht ändern</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>each of these</source>
        <translation>jeder von diesen</translation>
    </message>
    <message>
        <source>drawn from a range</source>
        <translation>aus einem Bereich gezogen</translation>
    </message>
    <message>
        <source>drawn by orders of magnitude</source>
        <translation>nach Größenordnungen gezogen</translation>
    </message>
</context>
<context>
    <name>fovea::SweepDialog</name>
    <message>
        <source>Another setting</source>
        <translation>Weitere Einstellung</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>Ziehungen</translation>
    </message>
    <message>
        <source>Epochs of the first round</source>
        <translation>Epochen der ersten Runde</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Versuchsreihe</translation>
    </message>
    <message>
        <source>So many combinations are drawn from the ranges, for each combination of the lists</source>
        <translation>So viele Kombinationen werden aus den Bereichen gezogen, für jede Kombination der Listen</translation>
    </message>
    <message>
        <source>Each combination is trained so often, with other random numbers: mean and deviation say how much is chance</source>
        <translation>So oft wird jede Kombination trainiert, mit anderen Zufallszahlen: Mittel und Abweichung sagen, wie viel Zufall ist</translation>
    </message>
    <message>
        <source>Train all to their last epoch</source>
        <translation>Alle bis zur letzten Epoche trainieren</translation>
    </message>
    <message>
        <source>Keep the better half of each round</source>
        <translation>Aus jeder Runde die bessere Hälfte behalten</translation>
    </message>
    <message>
        <source>Keep the best third of each round</source>
        <translation>Aus jeder Runde das beste Drittel behalten</translation>
    </message>
    <message>
        <source>Keep the best quarter of each round</source>
        <translation>Aus jeder Runde das beste Viertel behalten</translation>
    </message>
    <message>
        <source>Successive halving: a first round trains all for a few epochs; only the best go on, for more of them</source>
        <translation>Fortgesetztes Halbieren: Eine erste Runde trainiert alle für wenige Epochen; nur die besten gehen weiter, für mehr davon</translation>
    </message>
    <message>
        <source>Validation accuracy, else the loss</source>
        <translation>Genauigkeit der Validierung, sonst der Verlust</translation>
    </message>
    <message>
        <source>the next free number</source>
        <translation>die nächste freie Nummer</translation>
    </message>
    <message>
        <source>Runs of each combination</source>
        <translation>Läufe je Kombination</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Begin the sweep</source>
        <translation>Versuchsreihe beginnen</translation>
    </message>
    <message>
        <source>What varies</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>How it is tried</source>
        <translation>Wie probiert wird</translation>
    </message>
    <message numerus="yes">
        <source>%n runs.</source>
        <translation>
            <numerusform>%n Lauf.</numerusform>
            <numerusform>%n Läufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2.</source>
        <translation>%1 zu %2.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n epochs</source>
        <translation>
            <numerusform>%n Epoche</numerusform>
            <numerusform>%n Epochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs up to epoch %1</source>
        <translation>
            <numerusform>%n Lauf bis Epoche %1</numerusform>
            <numerusform>%n Läufe bis Epoche %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>then %n up to epoch %1</source>
        <translation>
            <numerusform>dann %n bis Epoche %1</numerusform>
            <numerusform>dann %n bis Epoche %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 in all.</source>
        <translation>%1: insgesamt %2.</translation>
    </message>
    <message>
        <source>Trains the network from fresh weights once with each combination of these values, and shows which does best. All other settings are those of the next run.</source>
        <translation>Trainiert das Netz mit jeder Kombination dieser Werte einmal von frischen Gewichten an und zeigt, welche am besten abschneidet. Alle anderen Einstellungen sind die des nächsten Laufs.</translation>
    </message>
</context>
<context>
    <name>fovea::SweepModel</name>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>%1 · run %2</source>
        <translation>%1 · Lauf %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>fovea::SweepPage</name>
    <message>
        <source>Compare the best</source>
        <translation>Die besten vergleichen</translation>
    </message>
    <message>
        <source>All configurations</source>
        <translation>Alle Konfigurationen</translation>
    </message>
    <message>
        <source>The first results appear here.</source>
        <translation>Hier erscheinen die ersten Ergebnisse.</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Versuchsreihe</translation>
    </message>
    <message>
        <source>Lays the curves of the best configurations over each other</source>
        <translation>Legt die Kurven der besten Konfigurationen übereinander</translation>
    </message>
    <message>
        <source>Result against</source>
        <translation>Ergebnis gegen</translation>
    </message>
    <message>
        <source>Setting on the horizontal axis</source>
        <translation>Einstellung auf der waagerechten Achse</translation>
    </message>
    <message>
        <source>The best first</source>
        <translation>Die besten zuerst</translation>
    </message>
    <message>
        <source>Configurations of the sweep, the best first</source>
        <translation>Konfigurationen der Versuchsreihe, die besten zuerst</translation>
    </message>
    <message>
        <source>A double click shows the curves of a configuration&apos;s runs</source>
        <translation>Ein Doppelklick zeigt die Kurven der Läufe einer Konfiguration</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>Runde %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>%1: lowest is best</source>
        <translation>%1: der kleinste Wert ist der beste</translation>
    </message>
    <message>
        <source>%1: highest is best</source>
        <translation>%1: der größte Wert ist der beste</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Let no further run of the sweep begin; the one under way goes on</source>
        <translation>Keinen weiteren Lauf der Versuchsreihe beginnen; der laufende geht weiter</translation>
    </message>
    <message>
        <source>Train what is left of the sweep</source>
        <translation>Trainieren, was von der Versuchsreihe noch fehlt</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
</context>
<context>
    <name>fovea::SymbolHeat</name>
    <message>
        <source>Symbol %1: %2 of the strongest</source>
        <translation>Symbol %1: %2 des stärksten</translation>
    </message>
</context>
<context>
    <name>fovea::SynthesisPage</name>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>Dream</source>
        <translation>Träumen</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>Grow</source>
        <translation>Wachsen lassen</translation>
    </message>
    <message>
        <source>Synthesis</source>
        <translation>Synthese</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Choose a class, a channel or a layer, then Grow</source>
        <translation>Klasse, Kanal oder Schicht wählen, dann wachsen lassen</translation>
    </message>
    <message>
        <source>The picture that grows</source>
        <translation>Das Bild, das wächst</translation>
    </message>
    <message>
        <source>Progress of the synthesis</source>
        <translation>Fortschritt der Synthese</translation>
    </message>
    <message>
        <source>What is grown</source>
        <translation>Was wächst</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Channel or unit</source>
        <translation>Kanal oder Einheit</translation>
    </message>
    <message>
        <source>The channel or unit that is excited</source>
        <translation>Der Kanal oder die Einheit, die erregt wird</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>How it grows</source>
        <translation>Wie es wächst</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Of a dream: at each size</source>
        <translation>Beim Träumen: bei jeder Größe</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Change of a pixel in one step, as a share of the range of pixels</source>
        <translation>Änderung eines Pixels in einem Schritt, als Anteil des Bereichs der Pixel</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>Zittern</translation>
    </message>
    <message>
        <source>Largest random shift before each step, in pixels</source>
        <translation>Größte zufällige Verschiebung vor jedem Schritt, in Pixeln</translation>
    </message>
    <message>
        <source>Blur</source>
        <translation>Weichzeichnen</translation>
    </message>
    <message>
        <source>Standard deviation of a blur after every fourth step, in pixels</source>
        <translation>Standardabweichung des Weichzeichnens nach jedem vierten Schritt, in Pixeln</translation>
    </message>
    <message>
        <source>Smoothness</source>
        <translation>Glätte</translation>
    </message>
    <message>
        <source>Weight of the total variation, which holds neighbours together</source>
        <translation>Gewicht der totalen Variation, die Nachbarn zusammenhält</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>Abklingen</translation>
    </message>
    <message>
        <source>Weight of L2, which pulls pixels towards grey</source>
        <translation>Gewicht von L2, das Pixel zu Grau zieht</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>How many sizes a dream goes through, from small to large</source>
        <translation>Durch wie viele Größen ein Traum geht, von klein nach groß</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed grows the same picture</source>
        <translation>Derselbe Startwert lässt dasselbe Bild wachsen</translation>
    </message>
    <message>
        <source>Strengthens whatever the layer sees in the chosen sample or opened image, from small to large.</source>
        <translation>Verstärkt, was die Schicht in dem gewählten Beispiel oder im geöffneten Bild sieht, von klein nach groß.</translation>
    </message>
    <message>
        <source>Finds an input that has the same activations as the chosen sample in this layer: what differs has been forgotten by then.</source>
        <translation>Findet eine Eingabe mit denselben Aktivierungen wie das gewählte Beispiel in dieser Schicht: Was anders ist, wurde bis dahin vergessen.</translation>
    </message>
    <message>
        <source>Begins with noise and follows the gradient of the activation uphill.</source>
        <translation>Beginnt mit Rauschen und folgt dem Gradienten der Aktivierung bergauf.</translation>
    </message>
    <message>
        <source>This method needs a layer</source>
        <translation>Dieses Verfahren braucht eine Schicht</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, channel %2</source>
        <translation>%1, Kanal %2</translation>
    </message>
    <message>
        <source>This layer accepts one size only</source>
        <translation>Diese Schicht nimmt nur eine Größe</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>activation %1, step %2</source>
        <translation>Aktivierung %1, Schritt %2</translation>
    </message>
    <message>
        <source>strength %1, step %2</source>
        <translation>Stärke %1, Schritt %2</translation>
    </message>
    <message>
        <source>difference %1 %, step %2</source>
        <translation>Unterschied %1 %, Schritt %2</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Das Bild speichern</translation>
    </message>
    <message>
        <source>synthesis.png</source>
        <translation>synthese.png</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
</context>
<context>
    <name>fovea::ThumbnailGrid</name>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Sample %1 of %2, %3</source>
        <translation>Beispiel %1 von %2, %3</translation>
    </message>
    <message>
        <source>Sample %1 · %2</source>
        <translation>Beispiel %1 · %2</translation>
    </message>
</context>
<context>
    <name>fovea::TimeBar</name>
    <message>
        <source>epoch %1, step %2</source>
        <translation>Epoche %1, Schritt %2</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Checkpoint of the run</source>
        <translation>Checkpoint des Laufs</translation>
    </message>
    <message>
        <source>Checkpoints of this run, the earliest first</source>
        <translation>Checkpoints dieses Laufs, der früheste zuerst</translation>
    </message>
    <message>
        <source>Go through the checkpoints from the first to the last</source>
        <translation>Die Checkpoints vom ersten zum letzten durchgehen</translation>
    </message>
    <message>
        <source>the only checkpoint</source>
        <translation>der einzige Checkpoint</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Export as a moving picture</source>
        <translation>Als bewegtes Bild exportieren</translation>
    </message>
    <message>
        <source>Saves what is shown at each checkpoint as GIF or video</source>
        <translation>Speichert, was bei jedem Checkpoint gezeigt wird, als GIF oder Video</translation>
    </message>
</context>
<context>
    <name>fovea::Tour</name>
    <message>
        <source>tour: %1</source>
        <translation>Rundgang: %1</translation>
    </message>
    <message>
        <source>the example to be prepared</source>
        <translation>das Beispielprojekt</translation>
    </message>
    <message>
        <source>training to get under way</source>
        <translation>den Beginn des Trainings</translation>
    </message>
    <message>
        <source>training to end</source>
        <translation>das Ende des Trainings</translation>
    </message>
    <message>
        <source>%1 to be ready</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>the importer to recognise its data</source>
        <translation>das Erkennen der Daten</translation>
    </message>
    <message>
        <source>It took too long for %1.</source>
        <translation>Es dauerte zu lange: %1.</translation>
    </message>
</context>
<context>
    <name>fovea::TrainWorkspace</name>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Settings of the run</source>
        <translation>Einstellungen des Laufs</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Train the network with the settings under &quot;Next run&quot; at the right</source>
        <translation>Das Netz mit den Einstellungen unter „Nächster Lauf“ rechts trainieren</translation>
    </message>
    <message>
        <source>Continue run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message>
        <source>New run from these weights</source>
        <translation>Neuer Lauf mit diesen Gewichten</translation>
    </message>
    <message>
        <source>Train the network from the beginning with what the selected run has learnt, where layers fit</source>
        <translation>Das Netz von vorn mit dem trainieren, was der ausgewählte Lauf gelernt hat, wo Schichten passen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>Pause after this batch, or go on</source>
        <translation>Nach diesem Batch pausieren oder weitermachen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>One batch of training, after what is left of a validation, then pause</source>
        <translation>Ein Batch Training, nach dem Rest einer Validierung, dann Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>End the run with a checkpoint, from which it can be continued</source>
        <translation>Den Lauf mit einem Checkpoint beenden, von dem er fortgesetzt werden kann</translation>
    </message>
    <message>
        <source>End without saving</source>
        <translation>Ohne Speichern beenden</translation>
    </message>
    <message>
        <source>Give up what could not be saved, and end the run; earlier checkpoints stay</source>
        <translation>Aufgeben, was nicht gespeichert werden konnte, und den Lauf beenden; frühere Checkpoints bleiben</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>Schnappschuss</translation>
    </message>
    <message>
        <source>Save a checkpoint now</source>
        <translation>Jetzt einen Checkpoint speichern</translation>
    </message>
    <message>
        <source>Delete the selected runs</source>
        <translation>Die gewählten Läufe löschen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Nothing has been trained yet</source>
        <translation>Noch wurde nichts trainiert</translation>
    </message>
    <message>
        <source>A run trains the network on the data set that is chosen at the right. You watch it learn here.</source>
        <translation>Ein Lauf trainiert das Netz mit dem Datensatz, der rechts gewählt ist. Hier sehen Sie zu, wie es lernt.</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>Einen Lauf beginnen</translation>
    </message>
    <message>
        <source>A setting is not valid.</source>
        <translation>Eine Einstellung ist nicht gültig.</translation>
    </message>
    <message>
        <source>The form at the right says which, and what is allowed.</source>
        <translation>Das Formular rechts sagt, welche, und was erlaubt ist.</translation>
    </message>
    <message>
        <source>Import data</source>
        <translation>Daten importieren</translation>
    </message>
    <message>
        <source>Show the network</source>
        <translation>Das Netz zeigen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Run %1 is deleted.</source>
        <translation>Lauf %1 ist gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs are deleted.</source>
        <translation>
            <numerusform>%n Lauf ist gelöscht.</numerusform>
            <numerusform>%n Läufe sind gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Their curves and checkpoints can be brought back for half a minute.</source>
        <translation>Kurven und Checkpoints lassen sich eine halbe Minute lang zurückholen.</translation>
    </message>
    <message>
        <source>With their curves and checkpoints; they can be brought back for half a minute</source>
        <translation>Mit Kurven und Checkpoints; sie lassen sich eine halbe Minute lang zurückholen</translation>
    </message>
    <message>
        <source>%1 after %2: %3 of %4 epochs</source>
        <translation>%1 nach %2: %3 von %4 Epochen</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Save the run now that there is room, then go on</source>
        <translation>Den Lauf speichern, da jetzt Platz ist, dann weitermachen</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Add to queue</source>
        <translation>In die Warteschlange</translation>
    </message>
    <message>
        <source>Train the network with these settings as soon as the device is free, after the runs that wait</source>
        <translation>Das Netz mit diesen Einstellungen trainieren, sobald das Gerät frei ist, nach den Läufen, die schon warten</translation>
    </message>
    <message>
        <source>Stop after the epoch</source>
        <translation>Nach der Epoche stoppen</translation>
    </message>
    <message>
        <source>Finish this epoch with its validation and its checkpoint, then end the run</source>
        <translation>Diese Epoche mit Validierung und Checkpoint abschließen, dann den Lauf beenden</translation>
    </message>
    <message>
        <source>Find a learning rate…</source>
        <translation>Lernrate suchen …</translation>
    </message>
    <message>
        <source>A short trial in which the rate rises shows where the loss falls, and where it explodes</source>
        <translation>Ein kurzer Versuch mit steigender Rate zeigt, wo der Verlust fällt und wo er explodiert</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>About %1, %2 an epoch (%3 ms a step). %4 of memory, %5 a checkpoint. %6</source>
        <translation>Etwa %1, %2 je Epoche (%3 ms je Schritt). %4 Speicher, %5 je Checkpoint. %6</translation>
    </message>
    <message>
        <source>Measuring some steps…</source>
        <translation>Einige Schritte werden gemessen…</translation>
    </message>
    <message>
        <source>Estimate time and memory</source>
        <translation>Zeit und Speicher schätzen</translation>
    </message>
    <message>
        <source>Measures some steps and says how long the next run will take</source>
        <translation>Misst einige Schritte und sagt, wie lange der nächste Lauf dauern wird</translation>
    </message>
    <message>
        <source>Train on a cluster…</source>
        <translation>Auf einem Cluster trainieren…</translation>
    </message>
    <message>
        <source>Writes a Slurm script that trains the network with these settings on other machines</source>
        <translation>Schreibt ein Slurm-Skript, das das Netz mit diesen Einstellungen auf anderen Maschinen trainiert</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>Versuchsreihe …</translation>
    </message>
    <message>
        <source>Train with several values of some settings, and see which do best</source>
        <translation>Mit mehreren Werten einiger Einstellungen trainieren und sehen, welche am besten sind</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>Versuchsreihen</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Plan scaling…</source>
        <translation>Skalierung planen…</translation>
    </message>
    <message>
        <source>Measures a step, and says how much faster several devices would train the network</source>
        <translation>Misst einen Schritt und sagt, wie viel schneller mehrere Geräte das Netz trainieren würden</translation>
    </message>
    <message>
        <source>Go on with the selected run from its last checkpoint, or from the beginning if it has none</source>
        <translation>Den gewählten Lauf von seinem letzten Checkpoint an fortsetzen, oder von vorn, wenn er keinen hat</translation>
    </message>
</context>
<context>
    <name>fovea::TransformsDialog</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Transforms of the input</source>
        <translation>Transformationen der Eingabe</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Another sample</source>
        <translation>Ein anderes Beispiel</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>Neu ziehen</translation>
    </message>
    <message>
        <source>Use this list</source>
        <translation>Diese Liste verwenden</translation>
    </message>
    <message>
        <source>Transforms, in order</source>
        <translation>Transformationen, der Reihe nach</translation>
    </message>
    <message>
        <source>In this order</source>
        <translation>In dieser Reihenfolge</translation>
    </message>
    <message>
        <source>Sixteen times the same sample</source>
        <translation>Sechzehnmal dasselbe Beispiel</translation>
    </message>
    <message>
        <source>Nothing is changed: samples go in as they are. Add a transform to train on more than was collected.</source>
        <translation>Nichts wird geändert: Beispiele gehen hinein, wie sie sind. Fügen Sie eine Transformation hinzu, um mit mehr zu trainieren, als gesammelt wurde.</translation>
    </message>
    <message>
        <source>The network expects %1, and this list produces %2: add “Resize”, or set the Input layer&apos;s shape.</source>
        <translation>Das Netz nimmt %1, und diese Liste gibt %2: Fügen Sie „Größe ändern“ hinzu, oder setzen Sie die Form der Eingabeschicht.</translation>
    </message>
    <message>
        <source>Variants of a sample</source>
        <translation>Varianten eines Beispiels</translation>
    </message>
</context>
<context>
    <name>fovea::UpdatePage</name>
    <message>
        <source>Gone: %1</source>
        <translation>Nicht mehr da: %1</translation>
    </message>
    <message>
        <source>Other contents or another annotation: %1</source>
        <translation>Anderer Inhalt oder andere Beschriftung: %1</translation>
    </message>
    <message>
        <source>There again: %1</source>
        <translation>Wieder da: %1</translation>
    </message>
    <message>
        <source>Moved: %1</source>
        <translation>Verschoben: %1</translation>
    </message>
    <message>
        <source>Moved: %1 to %2</source>
        <translation>Verschoben: %1 nach %2</translation>
    </message>
    <message>
        <source>, &quot;%1&quot; is &quot;%2&quot; now</source>
        <translation>, „%1“ ist jetzt „%2“</translation>
    </message>
    <message>
        <source>Follow all of it</source>
        <translation>Allem folgen</translation>
    </message>
    <message>
        <source>Only add what is new</source>
        <translation>Nur Neues hinzufügen</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>Adds new samples, gives moved ones their new class, leaves out removed or changed ones. What is followed can be undone with the data set.</source>
        <translation>Fügt Neues hinzu, gibt Verschobenem seine neue Klasse, lässt aus, was fehlt oder geändert ist. Das Nachgeführte lässt sich im Datensatz rückgängig machen.</translation>
    </message>
    <message>
        <source>Adds new samples; existing ones are unchanged</source>
        <translation>Fügt Neues hinzu; was da ist, bleibt, wie es ist</translation>
    </message>
    <message>
        <source>What has changed?</source>
        <translation>Was hat sich geändert?</translation>
    </message>
    <message>
        <source>The files of &quot;%1&quot; are compared with what was imported. Nothing is written yet.</source>
        <translation>Die Dateien von „%1“ werden mit dem Importierten verglichen. Noch wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Bringing it up to date…</source>
        <translation>Wird auf den neuen Stand gebracht…</translation>
    </message>
    <message>
        <source>Comparing %1 with its files</source>
        <translation>%1 wird mit seinen Dateien verglichen</translation>
    </message>
    <message>
        <source>Importing %1 again</source>
        <translation>%1 wird noch einmal importiert</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>Add what is new</source>
        <translation>Neues hinzufügen</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Auf dem neuen Stand</translation>
    </message>
    <message>
        <source>The data set &quot;%1&quot; was brought up to date.</source>
        <translation>Der Datensatz „%1“ ist auf dem neuen Stand.</translation>
    </message>
    <message>
        <source>Nothing has changed.</source>
        <translation>Nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>%1 new, %2 moved, %3 gone, %4 changed, %5 there again.</source>
        <translation>%1 neu, %2 verschoben, %3 nicht mehr da, %4 geändert, %5 wieder da.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>New samples are added</source>
        <translation>Neue Beispiele sind hinzugefügt</translation>
    </message>
    <message>
        <source>The other samples of &quot;%1&quot; are as they were: the changes listed here were not followed.</source>
        <translation>Die anderen Beispiele von „%1“ sind, wie sie waren: Den hier aufgeführten Änderungen wurde nicht gefolgt.</translation>
    </message>
</context>
<context>
    <name>fovea::Workspace</name>
    <message>
        <source>Panel: %1</source>
        <translation>Leiste: %1</translation>
    </message>
    <message>
        <source>Show or hide it</source>
        <translation>Zeigen oder verbergen</translation>
    </message>
</context>
<context>
    <name>fovea::words</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>One class each</source>
        <translation>Je eine Klasse</translation>
    </message>
    <message>
        <source>Several classes each</source>
        <translation>Je mehrere Klassen</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Pairs of images</source>
        <translation>Bildpaare</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>The next symbol</source>
        <translation>Das nächste Zeichen</translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation>Abschriften</translation>
    </message>
    <message>
        <source>Nothing but the input</source>
        <translation>Nichts als die Eingabe</translation>
    </message>
    <message>
        <source>Corrupt</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>Tiny</source>
        <translation>Winzig</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Doppelte</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Fast gleiche</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Wrong prediction</source>
        <translation>Falsche Vorhersage</translation>
    </message>
    <message>
        <source>The stored sample is not what was written, or cannot be decoded</source>
        <translation>Das gespeicherte Beispiel ist nicht, was geschrieben wurde, oder kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>A side has less than 8 pixels</source>
        <translation>Eine Seite hat weniger als 8 Pixel</translation>
    </message>
    <message>
        <source>One colour all over</source>
        <translation>Überall eine Farbe</translation>
    </message>
    <message>
        <source>Nothing in the image is bright</source>
        <translation>Nichts im Bild ist hell</translation>
    </message>
    <message>
        <source>The same content is there more than once</source>
        <translation>Derselbe Inhalt ist mehr als einmal da</translation>
    </message>
    <message>
        <source>Another image looks nearly the same</source>
        <translation>Ein anderes Bild sieht fast gleich aus</translation>
    </message>
    <message>
        <source>Relabelled or moved here, not as imported</source>
        <translation>Hier neu beschriftet oder verschoben, nicht wie importiert</translation>
    </message>
    <message>
        <source>In no split, so it is neither trained nor tested with</source>
        <translation>In keinem Split, wird also weder trainiert noch getestet</translation>
    </message>
    <message>
        <source>The network predicts another class</source>
        <translation>Das Netz hält es für eine andere Klasse</translation>
    </message>
    <message>
        <source>Import order</source>
        <translation>Importreihenfolge</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Duplicates together</source>
        <translation>Doppelte beieinander</translation>
    </message>
    <message>
        <source>Nearly the same together</source>
        <translation>Fast gleiche beieinander</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Anders</translation>
    </message>
    <message>
        <source>%1 grey</source>
        <translation>%1 grau</translation>
    </message>
    <message>
        <source>%1 colour</source>
        <translation>%1 farbig</translation>
    </message>
    <message>
        <source>%1, %2 channels</source>
        <translation>%1, %2 Kanäle</translation>
    </message>
    <message>
        <source>%1 symbols</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <source>No class</source>
        <translation>Keine Klasse</translation>
    </message>
    <message>
        <source>%1 of %2 different ones</source>
        <translation>%1 von %2 verschiedenen</translation>
    </message>
</context>
</TS>
