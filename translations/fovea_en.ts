<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>DeviceList</name>
    <message numerus="yes">
        <source>%n rank(s) on the processor</source>
        <translation>
            <numerusform>%n rank on the processor</numerusform>
            <numerusform>%n ranks on the processor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) together</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: the step waits for data, which %n threads load</source>
        <translation>
            <numerusform>%1: the step waits for data, which %n thread loads</numerusform>
            <numerusform>%1: the step waits for data, which %n threads load</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::AnswerView</name>
    <message numerus="yes">
        <source>A point of %n numbers that lies near those of similar samples: the projection shows them together.</source>
        <translation>
            <numerusform>A point of %n number that lies near those of similar samples: the projection shows them together.</numerusform>
            <numerusform>A point of %n numbers that lies near those of similar samples: the projection shows them together.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::BreakpointPanel</name>
    <message numerus="yes">
        <source>%n values</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::CrosshairOverlay</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::DoctorPage</name>
    <message numerus="yes">
        <source>%n findings in %1</source>
        <translation>
            <numerusform>%n finding in %1</numerusform>
            <numerusform>%n findings in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::EditBuilders</name>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::EndingDialog</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::FilterBar</name>
    <message numerus="yes">
        <source>%n chosen in Inspect</source>
        <translation>
            <numerusform>%n chosen in Inspect</numerusform>
            <numerusform>%n chosen in Inspect</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::FindingCard</name>
    <message numerus="yes">
        <source>Show the %n samples</source>
        <translation>
            <numerusform>Show the sample</numerusform>
            <numerusform>Show the %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::HeatPlot</name>
    <message numerus="yes">
        <source>From %1 to %2 over %n steps</source>
        <translation>
            <numerusform>From %1 to %2 over %n step</numerusform>
            <numerusform>From %1 to %2 over %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::LayerCard</name>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::LayerPanel</name>
    <message numerus="yes">
        <source>%n records, which took %1 s</source>
        <translation>
            <numerusform>%n record, which took %1 s</numerusform>
            <numerusform>%n records, which took %1 s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::MachinePanel</name>
    <message numerus="yes">
        <source>%n cores</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::ParallelPlot</name>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n configuration</numerusform>
            <numerusform>%n configurations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::PointCloud</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::ProjectionPage</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::RunInspector</name>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>%n set</numerusform>
            <numerusform>%n set</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::RunningBar</name>
    <message numerus="yes">
        <source>; %n more</source>
        <translation>
            <numerusform>; %n more</numerusform>
            <numerusform>; %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::ScalingDialog</name>
    <message numerus="yes">
        <source>A step of %n samples takes %1 on one device, with %2 of gradients.</source>
        <translation>
            <numerusform>A step of %n sample takes %1 on one device, with %2 of gradients.</numerusform>
            <numerusform>A step of %n samples takes %1 on one device, with %2 of gradients.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plan ends at %n devices, since more cannot share the batch. Choose a larger batch for the next run to plan for more.</source>
        <translation>
            <numerusform>The plan ends at %n device, since more cannot share the batch. Choose a larger batch for the next run to plan for more.</numerusform>
            <numerusform>The plan ends at %n devices, since more cannot share the batch. Choose a larger batch for the next run to plan for more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::ScalingPlot</name>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>predicted for %n devices: %1 to %2</source>
        <translation>
            <numerusform>predicted for %n device: %1 to %2</numerusform>
            <numerusform>predicted for %n devices: %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>measured with %n devices: %1</source>
        <translation>
            <numerusform>measured with %n device: %1</numerusform>
            <numerusform>measured with %n devices: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::ScatterPlot</name>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n configuration</numerusform>
            <numerusform>%n configurations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::StatusStrip</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::SweepDialog</name>
    <message numerus="yes">
        <source>%n runs.</source>
        <translation>
            <numerusform>%n run.</numerusform>
            <numerusform>%n runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n epochs</source>
        <translation>
            <numerusform>%n epoch</numerusform>
            <numerusform>%n epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs up to epoch %1</source>
        <translation>
            <numerusform>%n run up to epoch %1</numerusform>
            <numerusform>%n runs up to epoch %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>then %n up to epoch %1</source>
        <translation>
            <numerusform>then %n up to epoch %1</numerusform>
            <numerusform>then %n up to epoch %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fovea::TrainWorkspace</name>
    <message numerus="yes">
        <source>%n runs are deleted.</source>
        <translation>
            <numerusform>%n run is deleted.</numerusform>
            <numerusform>%n runs are deleted.</numerusform>
        </translation>
    </message>
</context>
</TS>
