// Why: a person who opens Fovea for the first time has a network learning real data within a minute.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/project/project.h"

namespace fovea {

struct ExampleProject {
  std::string name;         // on the command line: "fashion-lenet"
  std::string title;        // "Recognise clothes"
  std::string description;  // data, network and what to expect, in a sentence or two
};

std::vector<ExampleProject> exampleProjects();

// Opens the example in `folder`; makes first what is missing of it: the project, its network, its data set. So a second
// call opens, and one after Cancel or an error goes on. NotFound (no such example; or its data is not installed, with
// the advice how to get it), Cancelled, and the errors of Project::open, Project::create and of importing.
Result<std::unique_ptr<Project>> createExampleProject(const std::filesystem::path& folder, const std::string& name,
                                                      const ProgressFunction& progress, const CancelToken& cancel);

// The folder with Fashion-MNIST's IDX files: the environment's FOVEA_FASHION_MNIST, else where Debian's package puts
// it.
Result<std::filesystem::path> findFashionMnist();

}  // namespace fovea
